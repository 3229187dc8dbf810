/** Path of the public address, without a slash at the end: `/lms` of `https://school.example/lms`; "" without a path. */
export function publicPathOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** Completes an address that begins with a single `/` with the path of the public address; other addresses stay. */
export function publicAddress(publicPath: string, address: string): string {
  return /^\/(?!\/)/.test(address) ? publicPath + address : address;
}

/** Removes the public path from the URL of a request: some proxies pass the path on, others remove it. */
export function withoutPublicPath(publicPath: string, url: string): string {
  if (publicPath === '' || !url.startsWith(publicPath)) return url;
  const rest = url.slice(publicPath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
