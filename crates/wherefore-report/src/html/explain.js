// The explanation of the selected class, in plain words first: what fails, what is enough for it, what happened, what could have
// been otherwise. Parts that are not known stand at the end with the reason.

/** Transitions that stayed out of the last step that are listed. */
const MOST_STAYED_OUT = 8;

/** A button that leads to a step. */
function stepLink(inquiry, tick, text) {
  return button(text || inquiry.step(tick), () => go({ tick }), { class: 'link step', 'data-tick': tick });
}

function section(title, ...children) {
  return el('section', { class: 'part' }, el('h3', null, title), ...children);
}

/** What of the property is false, and where. */
function failedPart(way) {
  const { inquiry, explanation: { failed } } = way;
  const failure = failureOf(way);
  if (way.raw.difference) return differencePart(way);
  if (failure) {
    return section('What fails', [...failure.sentences, ...failure.also].map((s, i) => el('p', { class: i === 0 ? 'lead' : null }, inline(s))), pieces(failure));
  }
  const parts = (failed && failed.parts) || [];
  const ticks = failed && failed.ticks && failed.ticks.length ? failed.ticks : null;
  const smallest = parts.length ? parts[parts.length - 1] : null;
  const where = ticks ? ticks.slice(0, 8).flatMap((t, i) => [i ? ', ' : '', stepLink(inquiry, t)]) : way.run.loop === null ? [stepLink(inquiry, way.run.length - 1)] : [];
  const isAction = inquiry.lens === 'lts' && !smallest;
  const shown = inquiry.raw.evidence_graph;
  const lead = shown && !shown.single_run ? el('p', { class: 'lead' }, code(inquiry.raw.text || inquiry.name), ' fails. The run answers one of several choices; the evidence below shows that it fails.')
    : isAction ? el('p', { class: 'lead' }, 'This run breaks ', code(inquiry.raw.text || inquiry.name), ' at ', where, '.') : way.run.loop === null || ticks
    ? el('p', { class: 'lead' }, code(smallest ? smallest.text : inquiry.raw.text || inquiry.name), ' is false at ', where, '.', smallest && smallest.span ? [' ', placeLink(smallest.span)] : null)
    : el('p', { class: 'lead' }, 'The run goes round for ever without satisfying ', code(smallest ? smallest.text : inquiry.raw.text || inquiry.name), '.');
  const within = parts.length > 1 ? el('p', { class: 'muted' }, 'within ', parts.slice(0, -1).map((p, i) => [i ? ', ' : '', code(p.text, 200)])) : null;
  const values = failingValues(way, failed);
  const step = way.raw.last_step;
  const let_through = (way.raw.guards || []).length ? el('p', null, 'Let through by ', way.raw.guards.map((g, i) => [i ? ', ' : '', placeLink(g), ' ', code(sourceText(g), 120)]))
    : step ? el('p', null, inline(`${step.text[0].toUpperCase()}${step.text.slice(1)}.`), step.stays.filter((s) => s.span).slice(0, 3).map((s) => [' ', placeLink(s.span), ' ', code(sourceText(s.span), 120)])) : null;
  return section('What fails', lead, values, within, let_through, stayedOut((step && step.stayed_out) || []));
}

/** What the last step does not take, each with what kept it out. */
function stayedOut(list) {
  const row = (t) => el('li', null, code(t.transition, 80), ': ', inline(t.text), (t.places || []).slice(0, 1).map((p) => [' ', placeLink(p)]));
  return list.length ? [el('p', null, 'Not taken in the last step:'), el('ul', null, list.slice(0, MOST_STAYED_OUT).map(row)),
    list.length > MOST_STAYED_OUT ? el('p', { class: 'muted' }, `and ${list.length - MOST_STAYED_OUT} more`) : null] : null;
}

/** The values that make it false. */
function failingValues(way, failed) {
  const marks = ((failed && failed.marks) || []).slice(0, 8);
  if (!marks.length) return null;
  const { run, inquiry } = way;
  const words = marks.map((m, i) => {
    const tick = m.tick === undefined ? m.step : m.tick;
    const place = run.places.get(m.variable);
    const value = place === undefined ? '' : ` = ${inline(shorten(valueText(run.value(place, tick)), 40))}`;
    return [i ? ', ' : '', el('span', { class: m.kind === 'trigger' ? 'mark trigger' : 'mark response' }, name(m.variable, 40), value), ticksDiffer(marks) ? ` (${inquiry.step(tick)})` : ''];
  });
  return el('p', null, 'There ', words, '.');
}

function ticksDiffer(marks) {
  return new Set(marks.map((m) => (m.tick === undefined ? m.step : m.tick))).size > 1;
}

/** A contract's sentence with its broken pieces marked. */
function pieces(failure) {
  if (!failure.pieces || !failure.pieces.length) return null;
  return el('p', { class: 'formula' }, failure.pieces.map((p) => el('code', { class: p.fails ? 'mark response' : null }, inline(p.text))));
}

/** The choices that are enough, by step. */
function causePart(way) {
  const { cause } = way.explanation;
  if (!cause) return null;
  const steps = new Map();
  for (const k of cause.kept) {
    if (!steps.has(k.tick)) steps.set(k.tick, []);
    steps.get(k.tick).push(k);
  }
  const rows = Array.from(steps, ([tick, kept]) => [stepLink(way.inquiry, tick),
    kept.map((k, i) => [i ? ' ' : '', el('span', { class: 'chip cause' }, name(k.variable, 40), ` ${k.relation} `, el('bdi', null, shorten(inline(valueText(k.value)), 40)))])]);
  const checked = recheck(cause);
  const kept = new Set(cause.kept.map((k) => `${k.variable} ${k.tick}`)).size;
  const which = way.run.loop === null ? 'every run of this length fails' : `every run of this shape fails, which comes back to ${way.inquiry.step(way.run.loop)} after its last step`;
  const rest = cause.choices > kept ? `whatever the others are, ${which}` : `all are needed: with them ${which}`;
  const words = `${kept} of ${count(cause.choices, 'choice')}; ${rest} (${cause.minimal ? 'none can be left out' : 'not shown to be minimal'}${checked}).`;
  const none = cause.kept.length ? null : el('p', null, `Nothing has to be chosen: ${which}.`);
  return section('Why: this is enough for the failure', none, table(null, rows, { class: 'steps' }), el('p', { class: 'muted' }, inline(words)));
}

/** What happened, by step. */
function eventsPart(way) {
  const events = way.explanation.key_events || (failureOf(way) || {}).events || [];
  if (!events.length) return null;
  const sides = [['property', 'Key events of the property'], ['model', 'Key events of the model'], [null, 'Key events']];
  const of = (side) => events.filter((e) => (e.side || null) === side);
  return sides.filter(([side]) => of(side).length).map(([side, title]) => section(title, table(null, of(side).map((e) => eventRow(way, e)), { class: 'steps' })));
}

function eventRow(way, event) {
  const tick = event.tick === undefined ? event.step : event.tick;
  const said = event.comment || event.what || '';
  const known = event.value === undefined || event.value === null ? '' : valueText(event.value);
  // "becomes 3" says the value; "is 3" says nothing but the value.
  const value = said === `becomes ${known}` ? '' : known;
  const what = (event.input && /^input: /.test(said)) || (known !== '' && said === `is ${known}`) ? '' : said;
  const subject = event.block || event.name;
  return [stepLink(way.inquiry, tick), [
    subject ? [event.span ? placeLink(event.span, subject) : name(subject, 48), value === '' ? '' : [' = ', el('bdi', null, shorten(inline(value), 30))]] : null,
    event.input ? el('span', { class: 'tag' }, 'input') : null, what ? el('div', { class: 'muted' }, inline(shorten(what, 240))) : null]];
}

/** From when on the failure cannot be avoided. */
function noReturnPart(way) {
  const { no_return: sealed } = way.explanation;
  const { inquiry } = way;
  const failure = failureOf(way);
  if (failure) {
    const lines = [[failure.system_lost, 'the system cannot avoid the failure any more, with the inputs of this run'], [failure.all_lost, 'nothing can avoid it any more']];
    const known = lines.filter(([tick]) => tick !== null && tick !== undefined);
    if (known.length) return section('Point of no return', known.map(([tick, words]) => el('p', null, 'From ', stepLink(inquiry, tick), ` on ${words}.`)));
  }
  if (!sealed) return null;
  const kind = String(sealed.kind || 'at').replace(/_/g, '-');
  if (kind === 'not-yet') return section('Point of no return', el('p', null, way.run.loop === null ? 'Before the last step the failure could be avoided.' : 'It is not sealed by the run and one more round of its loop.'));
  if (sealed.tick === null || sealed.tick === undefined) return null;
  const again = kind === 'again' ? ', on its second visit,' : '';
  const last = (way.explanation.choice_points || []).at(-1);
  const byInputs = inquiry.lens !== 'lts' && last && (last.tick === undefined ? last.step : last.tick) === sealed.tick;
  const words = byInputs ? ['With the inputs of ', stepLink(inquiry, sealed.tick), ' a failure'] : ['From ', stepLink(inquiry, sealed.tick), `${again} on a failure`];
  return section('Point of no return', el('p', null, words, ' cannot be avoided any more.'));
}

const KINDS = { cn: 'some choices avoid the failure', in: 'some choices seal it', ci: 'every choice avoids the failure or seals it', cin: 'choices avoid it, seal it or leave it open' };

/** Where a choice decided, with what else could have been chosen. */
function choicePointsPart(way) {
  const choicePoints = way.explanation.choice_points || [];
  if (!choicePoints.length) return null;
  return section('Choices on the way', choicePoints.map((j) => choicePointTable(way, j)));
}

function choicePointTable(way, point) {
  const tick = point.step === undefined ? point.tick : point.step;
  const row = (a) => el('tr', { class: a.taken ? 'taken' : null },
    el('td', null, a.taken ? el('span', { 'aria-label': 'taken' }, '\u25B6') : ''), el('td', null, name(a.action, 60)),
    el('td', { class: 'muted' }, (a.leads || []).length ? ['\u2192 ', a.leads.slice(0, 3).map((l, i) => [i ? ', ' : '', name(l, 24)])] : ''),
    el('td', { class: `consequence ${a.consequence}` }, CONSEQUENCES[a.consequence] || a.consequence));
  const unseen = (point.unobservable || []).length ? el('p', { class: 'muted' }, 'Same action, other consequence: ', point.unobservable.map((a, i) => [i ? ', ' : '', name(a, 40)])) : null;
  return el('div', { class: 'choice-point' }, el('p', null, 'At ', stepLink(way.inquiry, tick), KINDS[point.kind] ? `: ${KINDS[point.kind]}` : ''), table(null, point.alternatives.map(row), { class: 'choices' }), unseen);
}

/** What is not told, with reasons. */
function untoldPart(way) {
  const missing = [...(way.explanation.missing || []), ...(way.inquiry.raw.missing || [])];
  if (!missing.length) return null;
  const words = { failed: 'what fails', cause: 'a minimal cause', key_events: 'key events', events: 'key events', no_return: 'the point of no return', choice_points: 'choices on the way', nearest: 'the nearest passing run', suspects: 'suspects', fix_sets: 'fix sets' };
  return fold('Missing, and why', false, table(null, missing.map((u) => [words[u.part] || u.part, inline(u.reason)]), { class: 'plain' }));
}
