import type { Aspect } from '../../hosting/internals.ts';
import { table } from '../../cli/index.ts';
import type { Explanation } from './explain.ts';
import type { Missing } from './missing.ts';

export function explanationText(one: Explanation): string {
  return [
    headText(one),
    chainText(one),
    callText(one),
    inputText(one),
    answerText(one),
    limitsText(one),
    failuresText(one),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export function missingText({ request, status, message, nearest }: Missing): string {
  const answer = status === undefined ? '' : ` is answered with ${status}.`;
  const lines = [`${request.method} ${request.path}${answer === '' ? ':' : answer} ${message}`];
  if (nearest.length > 0) lines.push('', 'Addresses with a similar spelling:', ...nearest.map((one) => `  ${one}`));
  return lines.join('\n');
}

function headText({ request, address, parameters }: Explanation): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name} = ${value}`);
  const where = values.length > 0 ? `${address} with ${values.join(', ')}` : address;
  return `${request.method} ${request.path} is served at ${where}.`;
}

function chainText({ chain, hooks, why }: Explanation): string {
  const around = hooks.map(({ layer, module, before, after, file }) => ({
    '': 'hook',
    layer,
    module,
    operation: [...(before ? ['before'] : []), ...(after ? ['after'] : [])].join(', '),
    access: '',
    where: file,
  }));
  const links = chain.map((link) => ({
    '': link.serves ? 'answers' : 'overridden',
    layer: link.layer,
    module: link.module,
    operation: `${link.resource}.${link.operation}`,
    access: link.access,
    where: link.line === undefined ? link.file : `${link.file}:${link.line}`,
  }));
  const ends = chain.flatMap(({ module, final }) => (final === undefined ? [] : [`${module} is final: ${final}`]));
  return [table([...around, ...links]), `The first operation answers because ${why}.`, ...ends].join('\n');
}

function callText(one: Explanation): string {
  const { caching, creates, revised, idempotent, deprecated } = one;
  const rows = [
    { what: 'access', '': `${one.access} (${said(one, 'access')})` },
    { what: 'caching', '': cachingWords(caching) },
    { what: 'revision', '': revised ? `evaluates If-Match (${said(one, 'revised')})` : 'refuses If-Match' },
    ...(creates ? [{ what: 'creates', '': `201 with Location (${said(one, 'creates')})` }] : []),
    ...(idempotent ? [{ what: 'repetition', '': `evaluates Idempotency-Key (${said(one, 'idempotent')})` }] : []),
    ...(deprecated ? [{ what: 'deprecated', '': 'by the configuration' }] : []),
  ];
  const isRead = caching.etag;
  return table(rows.filter(({ what }) => !(isRead && what === 'revision'))).replace(/^.*\n/, '');
}

function cachingWords({ seconds, etag }: Explanation['caching']): string {
  if (!etag) return 'none';
  return seconds > 0
    ? `${seconds} s for callers without a credential, ETag`
    : 'ETag, checked with the server each time';
}

function inputText(one: Explanation): string {
  const { input } = one;
  const head = `Input, in the ${input.from} (${said(one, 'input')}):`;
  if (input.kind === 'any') return `${head} any fields; the operation checks them.`;
  if (input.kind === 'bytes') return `${head} the raw bytes of the body.`;
  if (input.fields.length === 0) return 'Input: none; sent fields are dropped.';
  const rows = input.fields.map((field) => ({
    field: field.name,
    '': field.required ? 'required' : 'optional',
    default: field.default === undefined ? '' : JSON.stringify(field.default),
    'has to be': field.expected,
  }));
  return `${head}\n${table(rows)}`;
}

function answerText(one: Explanation): string {
  const { answer } = one;
  const head = `Filter: ${answer.name} (${said(one, 'answer')})`;
  if (answer.unfiltered) return `${head}: everything that the operation returns is sent.`;
  const shapes = answer.shapes.map(({ name, mode, fields }) => {
    const rows = fields.map(({ name: field, type, optional, description, addedBy }) => ({
      field: optional ? `${field}?` : field,
      type,
      meaning: addedBy === undefined ? description : `${description} (added by ${addedBy})`,
    }));
    return answer.shapes.length > 1 ? `${name}.${mode}\n${table(rows)}` : table(rows);
  });
  return [head, ...shapes].join('\n');
}

function limitsText({ limits }: Explanation): string {
  const rows = limits.bounds.map(({ what, value, setting = '' }) => ({ limit: String(value), of: what, setting }));
  const counted = limits.counted.map((message) => `Counted: ${message}`);
  return ['Limits:', table(rows), ...counted].join('\n');
}

function failuresText({ failures }: Explanation): string {
  const rows = failures.map(({ status, code, message }) => ({ status: String(status), code: String(code), message }));
  return `Failures:\n${table(rows)}`;
}

function said({ origins }: Explanation, aspect: Aspect): string {
  const origin = origins[aspect];
  if (origin.by === 'parent') return `inherited from the class ${origin.name}`;
  if (origin.by === 'overridden') return `inherited from ${origin.file}`;
  return origin.by === 'itself' ? 'declared by the operation' : 'by default';
}
