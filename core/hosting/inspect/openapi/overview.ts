/** The media type that selects a version in the header `Accept`. */
export const mediaTypeOf = (version: number) => `application/vnd.lectern.v${version}+json`;

/** Description in the head of the OpenAPI document, in Markdown: rules that hold for every operation. */
export function overviewOf(version: number, versions: readonly number[], publicPath: string): string {
  const list = versions.map((one) => `[version ${one}](${publicPath}/api/openapi.json?version=${one})`).join(', ');
  return `The HTTP API of this installation, as its core, plugins and custom layers make it. The extension
\`x-origin\` of an operation names the layer, module and file that answer it, those that it overrides, and its hooks.

**Versions.** This document describes version ${version}. There is one document per version: ${list}. The header
\`Accept: ${mediaTypeOf(version)}\` selects this version; without it, requests get version ${String(versions[0])}. The
\`Content-Type\` of an answer is \`application/json\` in each version, and \`API-Version\` names the version. An unknown version
is refused with 406; other media types in \`Accept\` are ignored.

**Credentials.** One of the security schemes of an operation is enough. A wrong credential is refused, even by an operation
that needs none.

**Failures** have one body, \`Error\`, whose \`code\` identifies the failure. Clients that accept
\`application/problem+json\` get problem details (RFC 9457) instead: \`type\`, \`title\`, \`status\`, \`detail\`, the same \`code\`, and
\`errors\` for the details. Besides what an operation lists, any request may be answered with 404 (code 1: no such API), 405
(code 12: another method, see \`Allow\`), or 408, 414, 417 and 431 (code 2).

**Input.** Every body may be JSON, unless it consists of files or raw bytes; most may be forms as well, which
[the document with all bodies](${publicPath}/api/openapi.json?bodies=all) lists. Fields that are not listed are dropped; null and "" mean that an optional field is not given. Text must not contain
NUL. An id may be sent as a number or, as it is answered, as its digits: the largest is 2^63-1, more than a JavaScript
number can hold. A boolean is also read from 1 and 0.

**Addresses.** Every resource can be named in the singular and in the plural. HEAD is answered wherever GET is.
`;
}
