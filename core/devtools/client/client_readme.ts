import { Contract, type DocumentedOperation } from '../../hosting/internals.ts';
import { exampleRequest } from '../openapi/example_request.ts';
import { treeOf, type Tree } from '../plan/document/tree.ts';
import { factsOf } from './write_client.ts';

/**
 * Returns a Markdown page that explains a client, with examples of the document.
 * @param file name of the client file
 */
export function clientReadme(document: Tree, file: string): string {
  const examples = new Examples(document, file);
  return [examples.calls(), examples.errors(), examples.lists(), examples.retries(), examples.abort()]
    .filter((section) => section !== undefined)
    .join('\n');
}

class Examples {
  readonly #contract: Contract;
  readonly #head: string;

  constructor(
    private readonly document: Tree,
    private readonly file: string,
  ) {
    this.#contract = new Contract(document);
    this.#head = `import { connect } from './${file}';\n\nconst api = connect({ baseUrl: 'https://learn.example.com', headers: { 'X-Auth-Token': 'token' } });`;
  }

  calls(): string {
    return `# Client

\`${this.file}\` is made by \`lectern client\` from the OpenAPI document of an installation. It needs no package, and runs where
\`fetch\` does. Do not edit it: make it again when the API changes. \`lectern openapi diff\` lists what has changed.${this.#version()}

${block([this.#head, ...this.#read('result', 'if (result.ok) console.log(result.data);')])}

A call resolves to a result, and rejects only when no answer arrives. Paths, parameters, bodies and answers have types.
`;
  }

  errors(): string | undefined {
    const single = this.#single();
    if (!single) return undefined;
    const [code] = this.#contract.codes(single, 404);
    return `## Errors

\`error\` of a failed result is a union by \`code\`, with the \`status\` and \`message\` of each. \`code\` is \`null\` for answers that
are not of the API, such as those of a proxy.

${block([
  this.#head,
  ...this.#read(
    'found',
    `if (!found.ok) {
  switch (found.error.code) {
    case ${code}:
      console.log('There is no such object.');
      break;
    case null:
      console.log(found.status);
      break;
    default:
      console.log(found.error.message);
  }
}`,
  ),
])}
`;
  }

  lists(): string | undefined {
    const [list] = factsOf(this.document).keyset.filter((path) => !path.includes('{'));
    if (list === undefined) return undefined;
    return `## Lists

\`each\` reads a list page by page: by cursor where the list has \`after\`, else by offset. A list without pages is read by one call.
\`each\` throws a \`CallFailure\`, whose \`failure\` has code, status and message.

${block([this.#head, `for await (const entry of api.each('${list}')) console.log(entry);`])}
`;
  }

  retries(): string {
    const [keyed = ''] = factsOf(this.document).keyed;
    const [method = '', path = ''] = keyed.split(' ');
    const call = path !== '' && !path.includes('{') ? this.#write(method.toLowerCase(), path) : undefined;
    return `## Retries

Reads are sent again after connection errors and after 409, 429, 502, 503 and 504, twice by default (\`retries\` of \`connect\`). The
pause is that of \`Retry-After\`; a pause of more than 30 seconds ends the tries. Writes are sent again only if the operation takes
an \`Idempotency-Key\`: the client makes a key for each call. To repeat a call later, keep a key of your own.
${call === undefined ? '' : `\n${block([this.#head, call])}\n`}`;
  }

  abort(): string {
    return `## Abort

Each call takes a \`signal\`, which ends the request and the pauses between tries. The call then rejects with the reason of the
signal.

${block([this.#head, ...this.#read('inTime', 'console.log(inTime.status);', 'signal: AbortSignal.timeout(5_000)')])}
`;
  }

  #version(): string {
    const { accept } = factsOf(this.document);
    if (accept === undefined) return '';
    return `

Each call sends \`Accept: ${accept}\`, which selects the version of the API that the types describe. A header \`Accept\` of your own
has to name it, too.`;
  }

  /** The first operation that reads one object and may answer 404, if there is one. */
  #single(): DocumentedOperation | undefined {
    return this.#contract.operations.find(
      (one) => one.method === 'GET' && /\/\{\w+\}$/.test(one.path) && this.#contract.response(one, 404),
    );
  }

  #read(name: string, then: string, option?: string): string[] {
    const single = this.#single();
    if (!single) return [];
    const { path } = exampleRequest(single, (part) => this.#contract.follow(part));
    const options = [`path: ${JSON.stringify(path)}`, ...(option === undefined ? [] : [option])].join(', ');
    return [`const ${name} = await api.get('${single.path}', { ${options} });\n${then}`];
  }

  #write(method: string, path: string): string {
    const { body } = exampleRequest(this.#contract.operation(method.toUpperCase(), path), (part) =>
      this.#contract.follow(part),
    );
    const fields = JSON.stringify(treeOf(body?.fields));
    return `const sent = await api.${method}('${path}', { body: ${fields}, header: { 'Idempotency-Key': 'order-2026-11' } });
console.log(sent.ok);`;
  }
}

function block(lines: readonly string[]): string {
  return ['```ts', lines.join('\n'), '```'].join('\n');
}
