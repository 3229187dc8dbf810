/** Public path of the installation, without a slash at the end. This script is `/console/main.js` below it. */
const publicPath = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/** Address for the browser of a path of the installation, such as `/api/me`. */
export function addressOf(path: string): string {
  return publicPath + path;
}
