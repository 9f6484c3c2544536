// Evidence of a formula over a graph: the part of the graph that shows the verdict, as ways without a fork.

const STRANDS = { beginning: 'the beginning', branch: '', loop: 'a loop', end: 'an end' };
const GIVES_UP = { avoided: 'gives the witness up', open: 'still open', sealed: 'no later choice gives the witness up', inevitable: 'the witness comes in any case' };

/** Actions of a way, those that follow themselves once. */
function strandActions(strand) {
  const parts = [];
  strand.steps.forEach((step, i) => {
    const last = parts[parts.length - 1];
    if (strand.gap && strand.gap.after === i) parts.push({ gap: strand.gap.steps });
    else if (last && last.action === step.action) { last.times += 1; return; }
    parts.push({ action: step.action, times: 1 });
  });
  return parts.map((p, i) => [i ? ', ' : '', p.gap ? `(${p.gap.toLocaleString('en')} more)` : name(p.action, 40), p.times > 1 ? ` \u00d7${p.times}` : '']);
}

function evidencePart(inquiry) {
  const found = inquiry.raw.evidence_graph;
  if (!found) return null;
  const isWitness = found.shows === 'witness';
  const size = `${found.size.states.toLocaleString('en')} of ${count(found.lts.states, 'state')} and ${found.size.transitions.toLocaleString('en')} of ${count(found.lts.transitions, 'transition')}`;
  const alone = found.single_run ? `${isWitness || found.run ? 'One' : 'This'} run alone shows that the formula ${isWitness ? 'holds' : 'fails'}.`
    : `The formula ${isWitness ? 'holds' : 'fails'} on these alone, and on every part of the graph that has them.`;
  const row = (s) => [String(s.from), strandActions(s), `\u2192 ${s.steps[s.steps.length - 1].to}`, el('span', { class: 'muted' }, STRANDS[s.part] || '')];
  const rows = table(['from', 'actions', 'to', ''], found.strands.slice(0, 60).map(row), { class: 'plain' });
  const hidden = found.strands.length - Math.min(60, found.strands.length) + (found.strands_left_out || 0);
  const run = found.run ? el('p', null, 'A run that shows it: ', strandActions(found.run), found.run.part === 'loop' ? ', and on for ever' : '') : null;
  return section(isWitness ? 'Witness' : 'Evidence', el('p', null, `${size}. ${alone}${found.least ? '' : ' A smaller part may be enough.'}`),
    run, rows, hidden ? el('p', { class: 'muted' }, `and ${count(hidden, 'more way')}`) : null, gatesPart(found), isWitness ? witnessChoices(found) : null);
}

/** What actions do wherever a choice counts. */
function gatesPart(found) {
  const gates = (found.choices ? found.choices.gates : []).filter((g) => g.does.some((d) => d !== 'open'));
  if (!gates.length) return null;
  const words = found.shows === 'witness' ? GIVES_UP : CONSEQUENCES;
  return fold('By action, in the whole graph', false, table(null, gates.slice(0, 60).map((g) => [name(g.gate, 40), g.does.map((d) => words[d] || d).join('; ')]), { class: 'plain' }));
}

function witnessChoices(found) {
  const points = found.choices ? found.choices.choice_points : [];
  if (!points.length) return null;
  const row = (a) => [a.taken ? '\u25B6' : '', name(a.action, 60), el('span', { class: 'muted' }, GIVES_UP[a.consequence] || a.consequence)];
  return fold(count(points.length, 'choice') + ' on the way', false, points.slice(-20).map((p) => [el('p', null, `After ${count(p.step, 'step')}`), table(null, p.alternatives.map(row), { class: 'plain' })]));
}

