import { field, shape } from 'lectern';

const layer = field.oneOf(['core', 'plugins', 'custom'], 'Layer.');
const module = field.text('Module.');
const access = field.text('`open`, `signed in`, or the code of the permission.');
const file = field.text('File below the root of the installation.');

/** A method of an address. */
export const consoleRoute = shape('ConsoleRoute').mode('public', {
  method: field.text('Method; `*` for middleware.'),
  address: field.text('Address.'),
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
    resource: field.text('Name of the class.'),
    operation: field.text('Name of the method.'),
    access,
    serves: field.bool('Whether it answers first.'),
    final: field.nullable(field.text('Why no later module may override it.')),
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
    name: field.text('Name of the field.'),
    required: field.bool('Whether it has to be sent.'),
    expected: field.text('Accepted values.'),
    description: field.text('Meaning.'),
  },
  'A field of the input.',
);
const shown = field.object(
  {
    name: field.text('Name of the shape.'),
    mode: field.text('Mode.'),
    fields: field.list(
      field.object(
        {
          name: field.text('Name of the field.'),
          type: field.text('Type.'),
          optional: field.bool('Whether it may be missing.'),
          description: field.text('Meaning.'),
          addedBy: field.nullable(field.text('Module that adds it to the shape.')),
        },
        'A field of the answer.',
      ),
      'Fields of the answer.',
    ),
  },
  'A shape in a mode.',
);
const failure = field.object(
  {
    status: field.int('Status.'),
    code: field.int('Code.'),
    title: field.text('Name of the failure.'),
    message: field.text('Message.'),
  },
  'A failure.',
);

/** How a request is served. */
export const routeExplanation = shape('RouteExplanation').mode('public', {
  method: field.text('Method.'),
  address: field.text('Address.'),
  access,
  why: field.text('Why the first link answers.'),
  chain: field.list(link, 'The operation that answers first, then those that it overrides.'),
  hooks: field.list(hook, 'Hooks around the operation, the outermost first.'),
  inputFrom: field.oneOf(['query', 'body'], 'Part of the request that has the input.'),
  inputKind: field.oneOf(['fields', 'any', 'bytes'], 'Declared fields, any fields, or the bytes of the body.'),
  input: field.list(accepted, 'Fields that are accepted.'),
  filter: field.text('Filter of the answer, with its mode.'),
  shapes: field.list(shown, 'Shapes of the answer; several if the operation selects one.'),
  failures: field.list(failure, 'Failures, by status and code.'),
});
