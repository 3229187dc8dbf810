import { readFile } from 'node:fs/promises';
import { isInstance, reasonOf } from '../../hosting/internals.ts';
import type { Tree } from '../plan/document/tree.ts';

const TIMEOUT_MS = 30_000;

/** Reads an OpenAPI document from a file or an address. @throws Error when `place` has no readable document */
export async function readDocument(place: string): Promise<Tree> {
  const text = await textAt(place);
  const document = parsed(text);
  if (document !== undefined && 'paths' in document) return document;
  throw new Error(
    `${place} is no OpenAPI document in JSON; name the output of \`lectern openapi\`, or /api/openapi.json.`,
  );
}

async function textAt(place: string): Promise<string> {
  try {
    if (!/^https?:\/\//.test(place)) return new TextDecoder().decode(await readFile(place));
    const response = await fetch(place, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return await response.text();
    throw new Error(`the server answers ${response.status}`);
  } catch (error) {
    throw new Error(`${place} cannot be read: ${reasonOf(error)}; name an existing file or address.`, {
      cause: error,
    });
  }
}

function parsed(text: string): Tree | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Tree) : undefined;
  } catch (error) {
    if (isInstance(error, SyntaxError)) return undefined;
    throw error;
  }
}
