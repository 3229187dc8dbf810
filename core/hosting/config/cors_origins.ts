import { isTree, type Tree } from '../../kernel/base/tree.ts';

export const ANY_ORIGIN = '*';

// Apps with an embedded browser use schemes of their own: `capacitor://localhost`.
const shape = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\]+$/;

/** Whether a text is an origin exactly as browsers send it, without a path or trailing slash; or `*`. */
export function isOrigin(text: string): boolean {
  if (text === ANY_ORIGIN) return true;
  if (!shape.test(text) || !URL.canParse(text)) return false;
  return !/^https?:/.test(text) || new URL(text).origin === text;
}

/** Problems of `http.cors` with the origin `*`, each with its fix: other origins beside it, or credentials. */
export function corsProblems({ http }: Tree): string[] {
  const { cors } = isTree(http) ? http : {};
  const { origins, credentials } = isTree(cors) ? cors : {};
  if (!Array.isArray(origins) || !origins.includes(ANY_ORIGIN)) return [];
  const mixed = '"http.cors.origins" names "*" and others; name the origins, or "*" alone';
  const open = '"http.cors.credentials" with the origin "*" would let any site act for its visitors; list the origins';
  return [...(origins.length > 1 ? [mixed] : []), ...(credentials === true ? [open] : [])];
}
