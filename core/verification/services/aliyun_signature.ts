import { createHmac } from 'node:crypto';

export type AliyunParameters = Readonly<Record<string, string>>;

/**
 * Signs a request for the RPC protocol of Aliyun: HMAC-SHA1 over the method and the sorted, percent-encoded parameters.
 * @returns the parameter `Signature`
 */
export function aliyunSignature(method: 'GET' | 'POST', parameters: AliyunParameters, secret: string): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = sorted.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const text = `${method}&${encoded('/')}&${encoded(canonical)}`;
  return createHmac('sha1', `${secret}&`).update(text).digest('base64');
}

/** Percent-encodes all but the unreserved characters of RFC 3986. */
function encoded(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, hex);
}
