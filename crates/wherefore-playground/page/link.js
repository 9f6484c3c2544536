// A model as the fragment of an address, and back: `#z` and its letters if it is compressed, `#p` if the browser cannot do that.

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const letters = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** The fragment that holds a model. */
export async function fragment(model) {
  const plain = new TextEncoder().encode(JSON.stringify(model));
  if (typeof CompressionStream === 'undefined') return `#p${letters(plain)}`;
  return `#z${letters(await through(plain, new CompressionStream('deflate-raw')))}`;
}

/** The model that a fragment holds; null if it holds none. */
export async function model(hash) {
  try {
    const packed = bytes(hash.slice(2));
    const plain = hash[1] === 'z' ? await through(packed, new DecompressionStream('deflate-raw')) : packed;
    const { name, text, formula = '', beside = {} } = JSON.parse(new TextDecoder().decode(plain));
    const texts = [name, text, formula, ...Object.values(beside)];
    return texts.every((t) => typeof t === 'string') ? { name, text, formula, beside } : null;
  } catch {
    return null;
  }
}
