// Which variables the timeline shows, in which order, and what its cells mean for the failure.

/** Whether a text mentions a name as a word of its own. */
function mentions(text, word) {
  let at = text.indexOf(word);
  const isPart = (c) => c !== undefined && /[\w$.]/.test(c);
  while (at >= 0) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true;
    at = text.indexOf(word, at + 1);
  }
  return false;
}

/** What cells mean: a map from "variable tick" to kinds. */
function cellMarks(way) {
  const marks = new Map();
  const add = (variable, tick, kind, title) => {
    const key = `${variable} ${tick}`;
    if (!marks.has(key)) marks.set(key, []);
    marks.get(key).push({ kind, title });
  };
  const { failed, cause, nearest } = way.explanation;
  const shown = (failed && failed.marks) || (failureOf(way) || {}).marks || [];
  for (const m of shown) add(m.variable, m.step === undefined ? m.tick : m.step, m.kind === 'trigger' ? 'trigger' : 'response', m.kind === 'trigger' ? 'makes the promise due' : 'breaks the property');
  for (const k of (cause && cause.kept) || []) add(k.variable, k.tick, 'cause', `enough for the failure: ${k.variable} ${k.relation} ${valueText(k.value)}`);
  for (const d of (nearest && nearest.differs) || []) add(d.variable, d.tick, 'differs', `the nearest passing run has ${valueText(d.passing)}`);
  return marks;
}

/** What the lens for contracts says about the failure. */
function failureOf(way) {
  const { diagnosis } = way.inquiry.raw;
  return (diagnosis && diagnosis.failure) || null;
}

/** How much each variable of a run matters: its cells, then the property, then whether it changes. */
function relevances(way) {
  const { run, explanation } = way;
  const scores = run.variables.map((v, i) => (run.isConstant(i) ? 0 : 1));
  const raise = (variable, score) => {
    const place = run.places.get(variable);
    if (place !== undefined) scores[place] = Math.max(scores[place], score);
  };
  // What the reader asked for comes first.
  run.variables.forEach((v) => { if (v.type === 'expression') raise(v.name, 6); });
  const text = String(way.inquiry.raw.text || '').slice(0, 20000);
  run.variables.forEach((v) => { if (v.name.length < 200 && mentions(text, v.name)) raise(v.name, 3); });
  for (const e of explanation.key_events || []) raise(e.block || e.name, 3);
  for (const k of (explanation.cause && explanation.cause.kept) || []) raise(k.variable, 4);
  for (const d of (explanation.nearest && explanation.nearest.differs) || []) raise(d.variable, 4);
  const failure = failureOf(way);
  for (const variable of (failure && failure.variables) || []) raise(variable, 4);
  for (const m of [...((explanation.failed && explanation.failed.marks) || []), ...((failure && failure.marks) || [])]) raise(m.variable, 5);
  return scores;
}

/** The rows of a timeline. */
function chooseRows(way, scores, options) {
  const wanted = options.filter.trim().toLowerCase();
  let rows = way.run.variables.map((v, index) => ({ index, score: scores[index], name: v.name, role: v.role, type: v.type }));
  if (wanted) rows = rows.filter((r) => r.name.toLowerCase().includes(wanted));
  if (options.changedOnly) rows = rows.filter((r) => r.score > 0);
  // Sorting is stable: variables that matter alike keep the order of the model.
  if (options.relevantFirst) rows.sort((a, b) => Math.max(b.score, 1) - Math.max(a.score, 1));
  return rows;
}
