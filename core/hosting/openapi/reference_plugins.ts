/**
 * Plugin of the reference page: the search. Each word of the search text has to occur in the tag, method, path,
 * operation id, summary or description of an operation.
 */
export const search = String.raw`const wordsOf = (phrase) => phrase.toLowerCase().split(/\s+/).filter((word) => word !== '');

const textOf = (tag, one) => {
  const texts = ['operationId', 'summary', 'description'].map((name) => one.getIn(['operation', name], ''));
  return [tag, one.get('method'), one.get('path'), ...texts].join('\n').toLowerCase();
};

const opsFilter = (tags, phrase) => {
  const words = wordsOf(phrase);
  const isFound = (tag) => (one) => words.every((word) => textOf(tag, one).includes(word));
  return tags
    .map((entry, tag) => entry.update('operations', (all) => all.filter(isFound(tag))))
    .filter((entry) => entry.get('operations').size > 0);
};

const search = ({ React }) => ({
  fn: { opsFilter },
  components: {
    FilterContainer: ({ layoutActions }) => {
      const label = 'Search the operations';
      const onChange = ({ target }) => layoutActions.updateFilter(target.value);
      const field = { type: 'search', className: 'operation-filter-input', placeholder: label, 'aria-label': label, onChange };
      const heading = React.createElement('h2', { className: 'hidden-label' }, 'Operations');
      return React.createElement('div', { className: 'filter wrapper', role: 'search' }, heading, React.createElement('input', field));
    },
  },
  wrapComponents: {
    // Requests to other systems are no operations: they cannot be tried, and the search would not find them.
    Webhooks: () => () => null,
    operations: (Operations) => (props) => {
      const phrase = props.layoutSelectors.currentFilter();
      const isEmpty = typeof phrase === 'string' && props.specSelectors.taggedOperations().size === 0;
      if (!isEmpty) return React.createElement(Operations, props);
      const message = 'No operation has all words of "' + phrase.trim() + '". Search for fewer words, such as a part of its path or summary.';
      return React.createElement('p', { className: 'not-found', role: 'status' }, message);
    },
  },
});
`;

/**
 * Plugin of the reference page: labels for regions and controls that have none in Swagger UI. Leaves out the choice of
 * servers, because the document has one server, and links in the buttons of operations, because the buttons open them.
 */
export const labels = String.raw`const labels = ({ React: { createElement } }) => {
  const hidden = (words) => createElement('span', { className: 'hidden-label' }, words);
  const labelled = (wordsOf) => (Control) => (props) =>
    createElement('label', null, hidden(wordsOf(props)), createElement(Control, props));
  const region = (name) => (Part) => (props) =>
    createElement('section', { 'aria-label': name }, createElement(Part, props));
  const byDescription = labelled(({ description }) => description ?? 'Value');
  return {
    wrapComponents: {
      AuthorizeBtnContainer: region('Credentials'),
      CloseIcon: (Icon) => (props) => createElement('span', null, hidden('Close'), createElement(Icon, props)),
      DeepLink: (Link) => (props) => createElement(Link, { ...props, enabled: props.enabled && !props.path.includes('/') }),
      ExamplesSelect: labelled(() => 'Example'),
      InfoContainer: region('Introduction'),
      JsonSchema_boolean: byDescription,
      JsonSchema_string: byDescription,
      ServersContainer: () => () => null,
      TextArea: (Area) => (props) => createElement(Area, { 'aria-label': 'Body of the request', ...props }),
    },
  };
};
`;

// Colours with the contrast that WCAG AA requires, in place of those of Swagger UI.
export const contrast = `.hidden-label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.swagger-ui .info .title small { background: #5a6172; }
.swagger-ui .info .title small.version-stamp { background: #4c6b00; }
.swagger-ui a.link, .swagger-ui .info a, .swagger-ui .info .link span { color: #1f62b3; }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: #1b7a4d; }
.swagger-ui .btn.cancel { color: #c4201d; }
.swagger-ui .btn.execute, .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f69bd; }
.swagger-ui .download-contents { background: #5a6172; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b7a4d; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #9a5b00; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #08746a; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #c4201d; }
.swagger-ui .parameter__in { color: #555; }
.swagger-ui .microlight [style*="rgb(211, 99, 99)"] { color: #ff9d9d !important; }
.swagger-ui .json-schema-2020-12-expand-deep-button, .swagger-ui .json-schema-2020-12-core-keyword__value--secondary * { color: #505050; }
.swagger-ui .json-schema-2020-12__constraint--string { background: #8a5a00; }
`;

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
