/** Description in the head of the OpenAPI document, in Markdown: rules that hold for every operation. */
export const overview = `The HTTP API of this installation, as its core, plugins and custom layers make it. The extension
\`x-origin\` of an operation names the layer, module and file that answer it, those that it overrides, and its hooks.

**Versions.** \`Accept: application/vnd.lectern.v2+json\` selects version 2, the default;
\`application/vnd.lectern.v1+json\` selects version 1, which differs only where a schema named \`...Version1\` says so.
The \`Content-Type\` of an answer is \`application/json\` in either case, and \`API-Version\` names the version.

**Credentials.** One of the security schemes of an operation is enough. A wrong credential is refused, even by an operation
that needs none.

**Failures** have one body, \`Error\`, whose \`code\` identifies the failure; clients that accept \`application/problem+json\`
get \`Problem\` with the same code. Besides what an operation lists, any request may be answered with 404 (code 1: no such
API), 405 (code 12: another method, see \`Allow\`), or 408, 414, 417 and 431 (code 2).

**Input.** Every body may be JSON; forms are read too where they are listed. Fields that are not listed are dropped; null
and "" mean that an optional field is not given. Text must not contain NUL. An id may be sent as a number or, as it is
answered, as its digits: the largest is 2^63-1, more than a JavaScript number can hold. A boolean is also read from 1 and 0.

**Addresses.** Every resource can be named in the singular and in the plural. HEAD is answered wherever GET is.
`;
