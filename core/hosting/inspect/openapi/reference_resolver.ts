/**
 * Plugin of the reference page: reads the document, and resolves the references of an opened operation. Swagger UI would
 * read the document as YAML, and build a model of the whole document for each operation, which takes seconds. All
 * references are local; a reference to a schema that contains the reference stays. Examples of optional parameters are
 * left out: the page would send all of them as filters, and lists would be empty.
 */
export const resolver = String.raw`const partAt = (spec, path) => path.reduce((part, key) => part?.[key], spec);
const keysOf = (reference) => reference.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
const isOptional = (part) => typeof part.in === 'string' && typeof part.name === 'string' && !part.required;

const resolved = (spec, part, above) => {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => resolved(spec, one, above));
  const { $ref, ...own } = part;
  if (above.includes($ref)) return part;
  if (typeof $ref === 'string') return { ...resolved(spec, partAt(spec, keysOf($ref)), [...above, $ref]), ...own, $$ref: $ref };
  const entries = Object.entries(part).filter(([key]) => key !== 'example' || !isOptional(part));
  return Object.fromEntries(entries.map(([key, one]) => [key, resolved(spec, one, above)]));
};

const resolver = {
  fn: { resolveSubtree: async (spec, path) => ({ spec: resolved(spec, partAt(spec, path), []), errors: [] }) },
  statePlugins: {
    spec: { wrapActions: { parseToJson: (_original, { specActions }) => (text) => specActions.updateJsonSpec(JSON.parse(text)) } },
  },
};
`;
