// The panel at the right: the explanation of a class, or suspects and changes, in two tabs; and what is said where nothing fails.

const TABS = ['Why', 'Suspects and fixes'];
let tab = 0;

function drawPanel() {
  const tabs = TABS.map((title, i) => button(title, () => openTab(i), { role: 'tab', id: `tab-${i}`, 'aria-controls': 'panel' }));
  put(document.getElementById('why'), el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Explanation', onkeydown: walkTabs }, tabs), el('div', { id: 'panel', class: 'scroll', role: 'tabpanel', tabindex: '0' }));
  listen('way', () => { showPanel(); document.getElementById('panel').scrollTop = 0; });
  listen('tick', showCurrentStep);
}

/** Arrow keys go from tab to tab and open it. */
function walkTabs(event) {
  const to = { ArrowLeft: tab - 1, ArrowRight: tab + 1, Home: 0, End: TABS.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  openTab((to + TABS.length) % TABS.length);
  document.getElementById(`tab-${tab}`).focus();
}

function openTab(index) {
  tab = index;
  showPanel();
}

function showPanel() {
  const { inquiry, way } = selection;
  TABS.forEach((title, i) => {
    const item = document.getElementById(`tab-${i}`);
    item.setAttribute('aria-selected', String(i === tab));
    item.setAttribute('tabindex', i === tab ? '0' : '-1');
    item.hidden = !way;
  });
  document.getElementById('panel').setAttribute('aria-labelledby', `tab-${tab}`);
  const content = !way ? emptyState(inquiry) : tab === 0 ? whyContent(way) : suspectContent(inquiry);
  put(document.getElementById('panel'), content);
  showCurrentStep();
}

/** Links to the selected step stand out. */
function showCurrentStep() {
  for (const link of document.querySelectorAll('#panel .step')) link.classList.toggle('current', Number(link.dataset.tick) === selection.tick);
}

/** What is said about a property that no run breaks. */
function emptyState(inquiry) {
  const asked = inquiry.raw.diagnosis;
  const rests = asked && asked.premises ? asked.premises.filter((p) => p.state === 'used') : [];
  return el('div', { class: 'empty' },
    el('h2', null, verdictBadge(inquiry.verdict, inquiry.lens === 'equivalence' && inquiry.verdict === 'holds' ? 'equivalent' : inquiry.verdict)),
    el('p', null, inline(verdictSentence(inquiry))),
    rests.length ? el('p', null, 'It rests on ', rests.map((p, i) => [i ? ', ' : '', p.span ? placeLink(p.span, p.name) : name(p.name)])) : null,
    inquiry.raw.vacuity && inquiry.raw.vacuity.span ? el('p', null, placeLink(inquiry.raw.vacuity.span)) : null,
    (inquiry.raw.cause ? inquiry.raw.cause.help : []).map((h) => el('p', { class: 'muted' }, inline(h))),
    inquiry.raw.span ? el('p', null, 'Stated at ', placeLink(inquiry.raw.span)) : null, evidencePart(inquiry), notesPart(inquiry), comparisonPart(inquiry));
}

function wayTitle(way) {
  const { inquiry } = way;
  const noun = inquiry.lens === 'equivalence' ? 'Difference' : 'Way';
  const number = inquiry.classes.length > 1 ? `${noun} ${way.number} of ${inquiry.classes.length}` : noun;
  const facts = [count(way.length, 'step'), way.raw.count > 1 ? `at ${count(way.raw.count, 'state')}` : null, way.run.loop !== null ? `then for ever from ${inquiry.step(way.run.loop)}` : null].filter(Boolean);
  const key = way.id ? el('p', { class: 'key' }, code(way.key, 200), way.key.length > 200 ? [' ', copyButton(way.key)] : null) : null;
  const from = way.raw.derived_from ? inquiry.classes.find((c) => c.id === way.raw.derived_from) : null;
  return [el('h2', { id: 'way-title' }, number, el('small', null, facts.join(', ')), way.isNew ? el('span', { class: 'tag new' }, 'new') : null), key,
    from ? el('p', { class: 'muted' }, 'Derived from ', button(`class ${from.number}`, () => go({ way: from }), { class: 'link' })) : null];
}

function whyContent(way) {
  return [wayTitle(way), failedPart(way), causePart(way), blamePart(way), eventsPart(way), noReturnPart(way), choicePointsPart(way), evidencePart(way.inquiry), nearestPart(way),
    editsPart(way), claimsPart(way), surveyPart(way.inquiry), portraitPart(way.inquiry), comparisonPart(way.inquiry), untoldPart(way),
    way.id ? el('p', { class: 'muted' }, 'id ', code(way.id), ' ', copyButton(() => location.href.split('#')[0] + addressOf(selection), 'copy a link to this step')) : null];
}

/** Who is to blame for a broken contract. */
function blamePart(way) {
  const failure = failureOf(way);
  if (!failure) return null;
  const { diagnosis } = way.inquiry.raw;
  const tree = diagnosis.tree.map((b) => el('div', { class: b.culprit ? 'culprit' : null, 'data-depth': Math.min(b.depth, 8) }, el('span', { class: `indent d${Math.min(b.depth, 8)}` }),
    b.span ? placeLink(b.span, b.name) : name(b.name), b.component !== b.name ? [': ', name(b.component, 40)] : null, b.culprit ? el('span', { class: 'tag blame' }, 'to blame') : null));
  const states = { kept: 'kept', pending: 'kept so far; what it promises may still come', broken: 'broken', used: 'used', unused: 'not needed' };
  const premises = diagnosis.premises.map((p) => [p.span ? placeLink(p.span, p.name) : name(p.name), states[p.state] || p.state]);
  return section('Who', el('div', { class: 'components' }, tree), premises.length ? fold('Contracts of the parts on this run', false, table(null, premises, { class: 'plain' })) : null);
}

function editsPart(way) {
  const failure = failureOf(way);
  if (!failure || !failure.edits || !failure.edits.length) return null;
  const item = (e) => el('li', null, inline(e.words), ' ', e.span ? placeLink(e.span) : null);
  const [first, rest] = [failure.edits.slice(0, 3), failure.edits.slice(3)];
  return section('Changes that close the gap, each by itself', el('ol', null, first.map(item)), rest.length ? fold(count(rest.length, 'more change'), false, el('ol', { start: 4 }, rest.map(item))) : null);
}

/** What the run relies on and cannot show. */
function claimsPart(way) {
  const { claims } = way.run;
  if (!claims.length) return null;
  return fold('What the run relies on', false, table(null, claims.slice(0, 50).map((c) => [stepLink(way.inquiry, c.step), [code(c.formula), ` is ${c.value ? 'true' : 'false'}`]]), { class: 'steps' }));
}

/** The other ways to fail of a program, and what became of them. */
function surveyPart(inquiry) {
  const tried = inquiry.raw.alternative_search;
  if (!tried || !tried.attempts.length) return null;
  const said = (a) => ({ new: 'leads to new classes', known: 'leads to known ones', impossible: `impossible${a.proved_by ? `, proved by ${a.proved_by}` : ''}`, undecided: `not decided${a.cause ? `: ${a.cause}` : ''}` }[a.outcome] || a.outcome);
  const classes = (a) => (a.classes || []).map((id) => inquiry.classes.find((c) => c.id === id)).filter(Boolean);
  const row = (a) => [[a.span ? placeLink(a.span, a.block) : name(a.block), el('div', { class: 'muted' }, inline(a.words))],
    [inline(said(a)), classes(a).map((c) => [' ', button(`${c.number}`, () => go({ way: c }), { class: 'link', title: `class ${c.number}` })])]];
  return fold(`Other ways that were tried: ${tried.attempts.length}`, false, table(['instead', 'outcome'], tried.attempts.map(row), { class: 'plain' }));
}

/** Figures of a labelled transition system. */
function portraitPart(inquiry) {
  const { raw } = inquiry;
  if (!raw.counterexample_lts) return null;
  const size = (e) => `${count(e.states, 'state')}, ${count(e.transitions, 'transition')}, ${count(e.labels, 'label')}`;
  const rows = [['model', size(raw.lts)], ['counterexample LTS', size(raw.counterexample_lts)],
    ['transitions', `${raw.choices.correct} avoid the failure, ${raw.choices.incorrect} seal it, ${raw.choices.neutral} leave it open`],
    ['in no counterexample', raw.uninvolved.length ? raw.uninvolved.slice(0, 40).map((a, i) => [i ? ', ' : '', name(a, 30)]) : 'none'],
    ['what matters of the run', raw.abstracted.actions.map((a, i) => [i ? ' \u00b7 ' : '', button(inline(shorten(a.action, 30)), () => go({ tick: a.step + 1 }), { class: 'link' })])]];
  return fold('Figures', false, table(null, rows, { class: 'plain' }));
}

function notesPart(inquiry) {
  const cut = (inquiry.raw.left_out || []).map((c) => `left out because there is too much: ${c.entries} ${c.kind}, of ${count(c.lists, 'list')}`);
  const notes = [...(inquiry.raw.notes || []), ...cut];
  return notes.length ? section('Notes', el('ul', null, notes.map((n) => el('li', null, inline(n))))) : null;
}
