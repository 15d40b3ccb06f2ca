// Server-sent events, read from the bytes of a response.

export type StreamMessage = {
  /** Null: it has none. */
  readonly name: string | null;
  readonly id: string | null;
  /** Empty: it has none. */
  readonly data: string;
};

/** Characters of one message; the service sends far fewer. */
const MESSAGE_LENGTH_MAX = 4_000_000;

/** Each message of the body; `onBytes` is called whenever something arrives. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      rest += decoder.decode(value, { stream: true });
      if (rest.length > MESSAGE_LENGTH_MAX) throw new RangeError('a message without an end');
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield readMessage(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readMessage(block: string): StreamMessage {
  let [name, id]: [string | null, string | null] = [null, null];
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  return { name, id, data: data.join('\n') };
}
