import { ForgedNotice } from '../gateway.ts';
import type { Fields } from './signing.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The fields of a urlencoded body. @throws ForgedNotice when it is not UTF-8 */
export function formFieldsIn(body: Buffer): Fields {
  return Object.fromEntries(new URLSearchParams(textOf(body)));
}

/** Text in UTF-8. @throws ForgedNotice */
export function textOf(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new ForgedNotice('it is not UTF-8');
  }
}
