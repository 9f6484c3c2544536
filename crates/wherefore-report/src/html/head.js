// The head of the page: what was asked of which model, how it ended, what was said about the input.

const VERDICTS = { violated: '\u2717', holds: '\u2713', vacuous: '\u25CB', undetermined: '?' };
const LANGUAGES = { smv: 'SMV', aut: 'labelled transition system', scxml: 'SCXML', oss: 'contracts (OSS)', lustre: 'Lustre' };

/** A verdict with its sign, so that it does not rest on colour alone. */
function verdictBadge(verdict, words) {
  return el('span', { class: `verdict ${verdict}` }, el('span', { 'aria-hidden': 'true' }, VERDICTS[verdict] || ''), words === '' ? null : ' ', words === undefined ? verdict : words);
}

function verdictCounts() {
  const words = { violated: 'violated', undetermined: 'undetermined', vacuous: 'vacuous', holds: 'hold' };
  if (REPORT.command === 'diff') {
    const said = { violated: 'different', holds: 'equivalent', undetermined: 'undetermined' };
    return INQUIRIES.map((i) => verdictBadge(i.verdict, said[i.verdict]));
  }
  return Object.keys(words).flatMap((verdict) => {
    const n = INQUIRIES.filter((i) => i.verdict === verdict).length;
    return n ? [verdictBadge(verdict, `${n} ${n === 1 && verdict === 'holds' ? 'holds' : words[verdict]}`)] : [];
  });
}

function modelTitle() {
  const { path, language } = REPORT.model;
  const other = REPORT.command === 'diff' && REPORT.implementation ? [' and ', name(REPORT.implementation.path, 38)] : [];
  return el('h1', null, name(path, other.length ? 38 : 70), ...other, el('small', null, LANGUAGES[language] || language || ''));
}

/** The tables of other documents are not drawn as an inquiry; the rest is the same. */
function drawHead() {
  const theme = button('Dark', toggleTheme, { id: 'theme', title: 'Light or dark' });
  const tools = el('span', { class: 'tools' }, theme, button('Print', () => window.print()), button('Keys ?', openHelp, { 'aria-haspopup': 'dialog' }));
  const command = el('code', { class: 'command' }, `wherefore ${REPORT.command}`);
  put(document.getElementById('head'),
    el('span', { class: 'brand' }, command), modelTitle(), el('span', { class: 'counts' }, verdictCounts()), quantitiesButton(), remarksButton(), tools, el('p', { id: 'address-word', class: 'unfinished', role: 'status' }), unfinished(), REPORT.command === 'why' ? firstFix() : null);
  document.title = `${inline(shorten(REPORT.model.path, 80))} \u00b7 wherefore ${REPORT.command}`;
  showTheme();
}

/** What was cut off or not begun: nobody may take the rest for the whole. */
function unfinished() {
  const parts = REPORT.unfinished || [];
  const groups = new Map();
  for (const { part, begun, cause } of parts) {
    const key = `${begun ? 'Not finished' : 'Not begun'} (${cause.message})`;
    groups.set(key, [...(groups.get(key) || []), part]);
  }
  const lines = [...groups].map(([key, names]) => el('div', null, inline(`${key}: ${names.slice(0, 12).join(', ')}${names.length > 12 ? ` and ${names.length - 12} more` : ''}`)));
  return lines.length ? el('p', { class: 'unfinished', role: 'note' }, lines) : null;
}

function remarksButton() {
  const said = REPORT.diagnostics || [];
  const obligations = REPORT.obligations && REPORT.obligations.verdict;
  const isBroken = obligations === 'broken' || obligations === 'undetermined';
  if (!said.length && !isBroken) return null;
  const errors = said.filter((d) => d.severity === 'error').length;
  const label = errors ? count(errors, 'error') : said.length ? count(said.length + REPORT.diagnostics_dropped, 'remark') : 'model not checked';
  return el('details', { class: 'remarks', id: 'remarks' }, el('summary', { class: errors ? 'bad' : null }, label), remarksList());
}

/** Numbers of steps that the model asks for. */
function quantitiesButton() {
  const asked = REPORT.quantities || [];
  if (!asked.length) return null;
  const answer = (q) => (q.steps === null ? q.outcome : count(q.steps, 'step'));
  const item = (q) => el('li', null, el('strong', null, answer(q)), ' ', code(q.text, 200), ' ', q.place ? placeLink(q.place, q.name) : name(q.name), q.cause ? el('div', { class: 'muted' }, inline(q.cause.message)) : null);
  return el('details', { class: 'remarks' }, el('summary', null, count(asked.length, 'number') + ' of steps'), el('div', { class: 'sheet' }, el('ul', null, asked.map(item))));
}

/** A finding, a remark: severity, words, the place as a link. */
function remarkItem(d) {
  return el('li', null,
    el('strong', { class: d.severity === 'error' ? 'bad' : null }, `${d.severity} `), inline(d.message), ' ', d.place ? placeLink(d.place) : null,
    [...d.notes, ...d.help].map((n) => el('div', { class: 'muted' }, inline(n))));
}

function remarksList() {
  const { verdict, cause } = REPORT.obligations || {};
  const obligation = cause ? el('p', null, `Whether the model makes sense is not known: `, inline(cause.message)) : null;
  const broken = verdict === 'broken' ? el('p', null, 'The model does not make sense; properties were not decided.') : null;
  const items = (REPORT.diagnostics || []).map(remarkItem);
  const dropped = REPORT.diagnostics_dropped ? el('p', { class: 'muted' }, `${REPORT.diagnostics_dropped} more are left out.`) : null;
  return el('div', { class: 'sheet' }, obligation, broken, el('ul', null, items), dropped);
}

/** A place in a source as a link that shows it. */
function placeLink(place, text) {
  if (!place) return null;
  if (place.block) return blockLink(place.block, text);
  const label = text || `${place.path}:${place.line}`;
  return button(el('bdi', null, shorten(inline(label), 48)), () => showPlace(place), { class: 'link', title: `Show ${tooltip(`${place.path}:${place.line}`)}` });
}

/** A block of a diagram: its link shows it there. */
function blockLink(block, text) {
  const whole = block.sid ? `${block.path} (SID ${block.sid})` : block.path;
  const isDrawn = Boolean(DRAWING) && findBlock(block.path) !== null;
  const shown = el('bdi', null, shorten(inline(text || whole), 60));
  return isDrawn ? button(shown, () => showBlock(block.path), { class: 'link', title: `Show ${tooltip(whole)}` }) : el('span', { title: tooltip(whole) }, shown);
}

function storedTheme() {
  try {
    return localStorage.getItem('wherefore-theme');
  } catch {
    return null;
  }
}

function isDark() {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function showTheme() {
  const control = document.getElementById('theme');
  if (control) control.textContent = isDark() ? 'Light' : 'Dark';
}

function toggleTheme() {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('wherefore-theme', theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  showTheme();
}

function restoreTheme() {
  const theme = storedTheme();
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
}
