import { isTree, type Tree } from '../../kernel/base/tree.ts';

/** First segments of the addresses that the kernel serves itself. */
export const reservedSegments = ['api', 'assets', 'docs', 'healthz', 'home.css', 'metrics', 'readyz'];

/** First segment of the path of the public address; "" without a path. */
export function firstSegment(publicUrl = 'http://localhost'): string {
  return new URL(publicUrl).pathname.split('/')[1] ?? '';
}

/**
 * Problems of `http.publicUrl`, each with its fix. A path that begins like an address of the kernel is refused: `/api/docs`
 * could be either an address below `/api` or the page `/docs`.
 */
export function publicUrlProblems({ http }: Tree): string[] {
  const { publicUrl } = isTree(http) ? http : {};
  if (typeof publicUrl !== 'string') return [];
  if (!URL.canParse(publicUrl) || /[?#@]/.test(publicUrl))
    return ['"http.publicUrl" is no URL of scheme, host and path, such as "https://learn.example.com/lms"; correct it'];
  const first = firstSegment(publicUrl);
  if (!reservedSegments.includes(first)) return [];
  return [
    `the path of "http.publicUrl" begins with "/${first}", which the server uses itself; choose another path, such as "/lms"`,
  ];
}
