import { field, shape } from 'lectern';

const layer = field.oneOf(
  ['core', 'plugins', 'custom'],
  'Layer; a later one (core, plugins, custom) overrides an earlier one.',
);
const module = field.text('Module of the file.');
const access = field.text('`open`, `signed in`, or the code of the permission.');
const file = field.text('File below the root of the installation.');

/** A route with one of its methods. */
export const consoleRoute = shape('ConsoleRoute').mode('public', {
  method: field.text('HTTP method; `*` for middleware.'),
  address: field.text('Address with `/api` and parameters in braces.'),
  layer,
  module,
  file,
  access,
  filter: field.text('Filter of the answer, with its mode.'),
  overrides: field.list(field.text('A file.'), 'Files of the operations that it overrides, the nearest first.'),
  disabled: field.bool('Whether the configuration disables it.'),
  deprecated: field.bool('Whether the configuration deprecates it.'),
});

const link = field.object(
  {
    layer,
    module,
    file,
    line: field.nullable(field.int('Line of the operation; null if the source cannot be read.')),
    resource: field.text('Name of the class of the resource.'),
    operation: field.text('Name of the method: search, get, add, update or remove.'),
    access,
    serves: field.bool('Whether requests reach this link first; it may call the next one.'),
    final: field.nullable(field.text('Why no later module may override it; null if one may.')),
  },
  'A link of the chain.',
);
const hook = field.object(
  {
    layer,
    module,
    file,
    before: field.bool('Whether it runs before the operation.'),
    after: field.bool('Whether it runs after the operation.'),
  },
  'A hook.',
);
const accepted = field.object(
  {
    name: field.text('Name, in the query or in the body.'),
    required: field.bool('Whether a request without it is refused with 422.'),
    expected: field.text('Accepted values, as errors name them.'),
    description: field.text('Description in the OpenAPI document.'),
  },
  'A field of the input.',
);
const shown = field.object(
  {
    name: field.text('Name of the shape, which is a schema of the OpenAPI document.'),
    mode: field.text('Mode of the shape, which selects its fields.'),
    fields: field.list(
      field.object(
        {
          name: field.text('Name of the field in the answer.'),
          type: field.text('Type in words, such as text or list.'),
          optional: field.bool('Whether answers may lack the field.'),
          description: field.text('Description in the OpenAPI document.'),
          addedBy: field.nullable(
            field.text('Module that adds it to the shape of another one; null for a field of the shape itself.'),
          ),
        },
        'A field of the answer.',
      ),
      'Fields of that mode; other values are not sent.',
    ),
  },
  'A shape in a mode.',
);
const failure = field.object(
  {
    status: field.int('HTTP status of the answer.'),
    code: field.int('Code in the body of the answer.'),
    title: field.text('Name of the failure in the code of its module.'),
    message: field.text('Message for people, unless the operation gives another one.'),
  },
  'A failure.',
);

export const routeExplanation = shape('RouteExplanation').mode('public', {
  method: field.text('HTTP method of the request.'),
  address: field.text('Address of the route that answers, with parameters in braces.'),
  access,
  why: field.text('Why the first link of the chain answers, in a sentence.'),
  chain: field.list(link, 'The operation that answers first, then those that it overrides.'),
  hooks: field.list(hook, 'Hooks around the operation, the outermost first.'),
  inputFrom: field.oneOf(['query', 'body'], 'Part of the request that has the input.'),
  inputKind: field.oneOf(['fields', 'any', 'bytes'], 'Declared fields, any fields, or the bytes of the body.'),
  input: field.list(accepted, 'Fields that are accepted; others are dropped.'),
  filter: field.text('Filter of the answer, with its mode.'),
  shapes: field.list(shown, 'Shapes of the answer; several if the operation selects one.'),
  failures: field.list(failure, 'Failures, by status and code.'),
});
