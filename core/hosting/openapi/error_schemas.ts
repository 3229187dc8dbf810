import type { Tree } from '../../kernel/base/tree.ts';

const text = (description: string) => ({ type: 'string', description });
const code = { type: 'integer', description: 'Application error code.', examples: [9] };
const problems = {
  type: 'array',
  description: 'What is wrong with which field, on invalid input.',
  items: { $ref: '#/components/schemas/FieldProblem' },
};
const field = { field: 'offset', message: 'must be an integer from 0 to 2147483647' };
const message = `The parameter "offset" ${field.message}.`;
const requestId = text('Id of the request, on statuses of 500 and above.');

export const errorSchemas: Readonly<Record<string, Tree>> = {
  Error: {
    type: 'object',
    description: 'Body of every failure.',
    properties: {
      error: {
        type: 'object',
        description: 'The failure.',
        properties: { code, message: text('What went wrong, for people.'), details: problems },
        required: ['code', 'message'],
      },
      requestId,
    },
    required: ['error'],
    examples: [{ error: { code: 9, message, details: [field] } }],
  },
  FieldProblem: {
    type: 'object',
    description: 'An invalid field.',
    properties: { field: text('Path of the field, in dots: `qq.0.name`.'), message: text('What it must be.') },
    required: ['field', 'message'],
    examples: [field],
  },
};

/** Schema of the RFC 9457 form of an error. */
export const problemSchema: Readonly<Record<string, Tree>> = {
  Problem: {
    type: 'object',
    description: 'The failure as problem details (RFC 9457), for clients that accept `application/problem+json`.',
    properties: {
      type: text('Always "about:blank": the code identifies the failure.'),
      title: text('Name of the HTTP status.'),
      status: { type: 'integer', description: 'HTTP status.' },
      detail: text('What went wrong, for people.'),
      code,
      errors: problems,
      requestId,
    },
    required: ['type', 'title', 'status', 'detail', 'code'],
    examples: [
      {
        type: 'about:blank',
        title: 'Unprocessable Entity',
        status: 422,
        detail: message,
        code: 9,
        errors: [field],
      },
    ],
  },
};
