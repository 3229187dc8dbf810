/**
 * The lines of a text that comes in pieces, without what ends them. Unlike readline it takes nothing but a line feed for
 * the end of a line, as JSON lines want it: other separators may stand in their texts.
 */
export async function* linesIn(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  for await (const piece of source) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
    }
    if (from < piece.length) begun.push(piece.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}
