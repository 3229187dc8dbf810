import type { Place } from '../support/place.ts';

/** A database of its own on the server that the environment names, if it names one. */
export async function placeOnServer(): Promise<Place | undefined> {
  const url = process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL'];
  if (!url) return undefined;
  process.env['TEST_DATABASE_URL'] = url;
  // Only now: the file looks at the variable when it is loaded.
  const { makePlace } = await import('../support/place.ts');
  return makePlace();
}
