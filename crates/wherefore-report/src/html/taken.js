// Where what happens in a step is written: the guard, branch or transition that is taken, the equations that decide.

/** Whether the picture of a model has an order of steps: its arrows are what is taken. */
function inquiryHasOrder(way) {
  const kind = way.inquiry.picture && way.inquiry.picture.kind;
  return kind === 'machine' || kind === 'graph';
}

/** Where what is taken into a step is written, or what decides in it. */
function takenPlaces(way, tick) {
  // Of a contract nothing is taken: ports change, and what is promised about them stays in sight.
  if (way.inquiry.lens === 'contract') return [];
  const shot = inquiryHasOrder(way) ? shotAt(tick) : null;
  const arrows = shot && picture.model ? shot.arrows.map((a) => picture.model.edges[a] && picture.model.edges[a].place).filter(Boolean) : [];
  if (arrows.length) return arrows;
  const taken = way.run.elements[tick];
  const named = taken ? way.inquiry.suspects.filter((s) => s.element === taken).map((s) => s.span).filter(Boolean) : [];
  return named.length ? named : decidingPlaces(way, tick);
}

/** The equations of the key events of a step, without inputs, which decide nothing; else the blocks whose value has changed. */
function decidingPlaces(way, tick) {
  const events = (way.explanation.key_events || (failureOf(way) || {}).events || []).filter((e) => e.span && (e.tick === undefined ? e.step : e.tick) === tick);
  const computed = events.filter((e) => !e.input).map((e) => e.span);
  if (computed.length) return computed;
  const [now, before] = [tick, tick - 1].map((t) => new Map((shotAt(t) || {}).values || []));
  if (tick === 0 || !picture.model) return [];
  const changed = [...now].filter(([box, value]) => before.has(box) && before.get(box) !== value).map(([box]) => picture.model.nodes[box]);
  return changed.filter((n) => n && n.place && n.shape !== 'input' && n.shape !== 'constant').map((n) => n.place).slice(0, 12);
}
