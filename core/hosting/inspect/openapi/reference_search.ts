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
