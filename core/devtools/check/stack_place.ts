import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** File and line in a line of a stack, such as `/srv/my plugins/shelf/services.js:5`; undefined if there is none. */
export function placeIn(line: string): string | undefined {
  const [, place] = /((?:file:\/\/)?\/.+:\d+):\d+\)?$/.exec(line) ?? [];
  const [, url, number] = /^(file:.+):(\d+)$/.exec(place ?? '') ?? [];
  return url === undefined ? place : `${fileURLToPath(url)}:${number}`;
}

/** Innermost file and line of a stack that is in a folder, but not in its node_modules; undefined if there is none. */
export function placeBelow(folder: string, stack: string): string | undefined {
  const folders = [folder, realpathSync(folder)].map((path) => `${path}${sep}`);
  return placesIn(stack).find((place) => {
    const base = folders.find((one) => place.startsWith(one));
    return base !== undefined && !place.slice(base.length).includes(`node_modules${sep}`);
  });
}

/** Files and lines of a stack, the innermost first. */
export function placesIn(stack: string): string[] {
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return lines.flatMap((line) => placeIn(line) ?? []);
}
