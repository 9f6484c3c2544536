// Keys, the help that lists them, and the theme of the page.

const KEYS = [
  ['n  p', 'next, previous class'],
  ['\u2190  \u2192', 'one step back, forward'],
  ['Home  End', 'first, last step'],
  ['Space', 'play the run, or stop'],
  ['/', 'filter the variables of the timeline'],
  ['+  \u2212  0', 'zoom the picture; show all of it'],
  ['arrows', 'in the picture: from box to box; Enter picks or opens one, Backspace goes to the system around, Page up and down go through all'],
  ['t', 'light or dark'],
  ['?', 'this help'],
  ['Tab', 'everything else, in order'],
];

function openHelp() {
  const help = document.getElementById('help');
  put(help, el('h2', null, 'Keys'), table(null, KEYS.map(([keys, what]) => [el('kbd', null, keys), what])),
    button('Close', () => help.close(), { autofocus: true }));
  help.showModal();
}

const ACTIONS = {
  n: () => nextWay(1),
  p: () => nextWay(-1),
  ArrowRight: () => nextTick(1),
  ArrowLeft: () => nextTick(-1),
  Home: () => go({ tick: 0 }),
  End: () => go({ tick: Infinity }),
  ' ': () => togglePlay(),
  '/': () => focusFilter(),
  '+': () => zoomBy(1.3),
  '=': () => zoomBy(1.3),
  '-': () => zoomBy(1 / 1.3),
  0: () => fitPicture(),
  t: () => toggleTheme(),
  '?': () => openHelp(),
};

function focusFilter() {
  const filter = document.getElementById('variable-filter') || document.getElementById('property-filter');
  if (filter) filter.focus();
}

/** Whether an element uses the key itself. */
function wants(target, key) {
  const tag = target.tagName;
  if (tag === 'INPUT' && target.type === 'range') return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  if (tag === 'INPUT' && target.type === 'checkbox') return key === ' ';
  if (tag === 'INPUT' || tag === 'SELECT' || tag === 'TEXTAREA') return true;
  const scrolls = target.classList.contains('scroll') && key !== 'ArrowLeft' && key !== 'ArrowRight';
  if (scrolls) return key.startsWith('Arrow') || key === 'Home' || key === 'End' || key === ' ';
  return key === ' ' && (tag === 'BUTTON' || tag === 'SUMMARY');
}

function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.getElementById('help').open) return;
    if (event.key === 'Escape' && event.target.id === 'variable-filter') event.target.blur();
    const action = ACTIONS[event.key];
    if (!action || !HAS_INQUIRIES || wants(event.target, event.key)) return;
    event.preventDefault();
    action();
  });
}
