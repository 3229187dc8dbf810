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
