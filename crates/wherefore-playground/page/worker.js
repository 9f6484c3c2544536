// Asks the module in a thread of its own, so that the page stays alive and can end it.
//
// In: {module, question}; out: {answer} or {error}, both texts.

/** What the module calls. What it imports beside the clock is never reached; whoever reaches it is told so. */
function imports(module) {
  const missing = (name) => () => { throw new Error(`the module calls ${name}, which a page does not have`); };
  const given = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (given[from] ||= {})[name] = missing(name);
  given.page = { now: () => performance.now() };
  return given;
}

/** The words with which the module ended, if it had any. */
function complaint(door) {
  const bytes = [];
  for (let byte = door.complaint(0); byte !== 0; byte = door.complaint(bytes.length)) bytes.push(byte);
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** Why there is no answer, for people. */
function words(error, door) {
  if (error instanceof RangeError) return 'the model is too deep for the stack of a page; the program for the command line has no such limit';
  const said = door && complaint(door);
  if (said) return `an error in Wherefore itself: ${said}`;
  return `the search ended without an answer, perhaps for want of memory (${error.message})`;
}

/** The answer to a question. */
function ask(door, question) {
  for (const byte of new TextEncoder().encode(question)) door.put(byte);
  const bytes = new Uint8Array(door.ask());
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = door.get(i);
  return new TextDecoder().decode(bytes);
}

self.onmessage = async ({ data: { module, question } }) => {
  let door;
  try {
    door = (await WebAssembly.instantiate(module, imports(module))).exports;
    self.postMessage({ answer: ask(door, question) });
  } catch (error) {
    self.postMessage({ error: words(error, door) });
  }
};
