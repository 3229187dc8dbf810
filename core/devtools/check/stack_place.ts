import { fileURLToPath } from 'node:url';

/** File and line in a line of a stack, `/srv/my plugins/shelf/services.js:5`; undefined without one. */
export function placeIn(line: string): string | undefined {
  const [, place] = /((?:file:\/\/)?\/.+:\d+):\d+\)?$/.exec(line) ?? [];
  const [, url, number] = /^(file:.+):(\d+)$/.exec(place ?? '') ?? [];
  return url === undefined ? place : `${fileURLToPath(url)}:${number}`;
}
