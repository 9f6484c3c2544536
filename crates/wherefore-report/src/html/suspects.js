// Suspects with their scores and reasons, and the smallest sets of changes.

function suspectContent(inquiry) {
  return [suspectsPart(inquiry), fixesPart(inquiry), summaryPart(inquiry), notesPart(inquiry)];
}

function suspectsPart(inquiry) {
  if (!inquiry.suspects.length) return section('Suspects', el('p', { class: 'muted' }, untoldReason(inquiry, 'suspects') || 'No element stands out.'));
  const most = Math.max(...inquiry.suspects.map((s) => s.score), 0) || 1;
  return section('Suspects', el('ol', { class: 'suspects' }, inquiry.suspects.map((s) => suspectItem(s, most))));
}

/** Why a property has no suspects or fix sets, if that is said. */
function untoldReason(inquiry, part) {
  const found = (inquiry.raw.missing || []).find((u) => u.part === part);
  return found ? `Not told: ${inline(found.reason)}.` : null;
}

function suspectItem(suspect, most) {
  const place = suspect.span || suspect.element_span;
  const title = place ? button(name(suspect.element, 60), () => showPlace(place), { class: 'link strong' }) : el('strong', null, name(suspect.element, 60));
  const share = Math.max(0.02, Math.min(1, suspect.score / most));
  const bar = svg('svg', { class: 'score', width: 60, height: 8, role: 'img', 'aria-label': `score ${suspect.score.toFixed(2)}` }, svg('rect', { class: 'rail', width: 60, height: 8, rx: 2 }), svg('rect', { class: 'value', width: 60 * share, height: 8, rx: 2 }));
  return el('li', { class: 'suspect-item' },
    el('div', { class: 'line' }, el('span', { class: `rank rank${Math.min(suspect.rank, 3)}` }, `S${suspect.rank}`), title, el('span', { class: 'muted' }, suspect.kind), bar, el('span', { class: 'muted' }, suspect.score.toFixed(2))),
    suspect.leads ? el('div', { class: 'muted' }, inline(suspect.leads)) : null,
    el('ul', { class: 'reasons' }, suspect.reasons.map((r) => el('li', null, inline(r)))),
    place ? el('div', null, placeLink(place), ' ', code(sourceText(place), 140)) : null);
}

function fixesPart(inquiry) {
  const sets = inquiry.raw.fix_sets || [];
  if (!sets.length) {
    const why = untoldReason(inquiry, 'fix_sets');
    return why ? section('Fix sets', el('p', { class: 'muted' }, why)) : null;
  }
  const percent = (share) => (share === null || share === undefined ? '' : `${Math.round(share * 100)}%`);
  const hasShares = sets.some((s) => s.preserved !== null && s.preserved !== undefined);
  const element = (s) => s.elements.map((e, i) => [i ? ', ' : '', name(e, 40), s.each && percent(s.each[i]) ? el('span', { class: 'muted' }, ` ${percent(s.each[i])}`) : null]);
  const kind = (s) => [s.minimum ? el('span', { class: 'tag' }, 'fewest') : null, s.gentlest ? el('span', { class: 'tag good' }, 'gentlest') : null];
  const rows = sets.map((s) => [[element(s), ' ', kind(s)], ...(hasShares ? [percent(s.preserved)] : [])]);
  const words = 'Changing every element of one set removes all failures.';
  const shares = 'The share behind an element is what a stronger guard keeps of its uses.';
  const hasEach = sets.some((s) => (s.each || []).some((e) => e !== null));
  return section('Fix sets', el('p', { class: 'muted' }, hasEach ? `${words} ${shares}` : words), table(hasShares ? ['elements', 'runs kept'] : ['elements'], rows, { class: 'plain' }));
}

/** The classes of a coarser level. */
function summaryPart(inquiry) {
  const { summary } = inquiry.raw;
  if (!summary) return null;
  const proof = summary.complete ? `complete${summary.proof ? `: ${summary.proof.statement}${recheck(summary.proof)}` : ''}` : `perhaps more${summary.stopped ? `: ${summary.stopped.message}` : ''}`;
  return section(`By ${summary.level}`, el('p', { class: 'muted' }, inline(`${summary.classes.length}, ${proof}`)), el('ol', null, summary.classes.map((c) => el('li', null, code(c.key, 300), el('span', { class: 'muted' }, ` ${count(c.length, 'step')}`)))));
}
