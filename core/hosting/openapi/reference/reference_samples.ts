/**
 * Plugin of the reference page: samples of a sent request in JavaScript, Python and PHP, in addition to those for curl.
 * The body is a text, or a map of form fields. In JavaScript, files come from an input; otherwise samples name the files.
 */
export const samples = String.raw`const entriesOf = (map) => (map ? map.entrySeq().toArray() : []);
const headersOf = (request) => Object.fromEntries(entriesOf(request.get('headers')));
const isForm = (body) => body !== undefined && typeof body !== 'string' && typeof body.entrySeq === 'function';
const fieldsOf = (body) => entriesOf(body).map(([name, value]) => [name.replace(/_\*\*\[\].*$/, ''), value]);
const indented = (value, by) => JSON.stringify(value, null, by).replaceAll('\n', '\n' + ' '.repeat(by));
// The client itself writes the media type of a form, with its boundary.
const sentHeaders = (request) => {
  const isOfForm = (name) => isForm(request.get('body')) && name.toLowerCase() === 'content-type';
  return Object.fromEntries(Object.entries(headersOf(request)).filter(([name]) => !isOfForm(name)));
};

const inJavaScript = (request) => {
  const body = request.get('body');
  const form = isForm(body)
    ? ['const form = new FormData();', ...fieldsOf(body).map(([name, value]) =>
        'form.append(' + JSON.stringify(name) + ', ' + (value instanceof File ? 'input.files[0]' : JSON.stringify(value)) + ');')]
    : [];
  return [
    ...form,
    'const response = await fetch(' + JSON.stringify(request.get('url')) + ', {',
    '  method: ' + JSON.stringify(request.get('method')) + ',',
    '  headers: ' + indented(sentHeaders(request), 2) + ',',
    ...(body === undefined ? [] : ['  body: ' + (isForm(body) ? 'form' : JSON.stringify(body)) + ',']),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
};

const inPython = (request) => {
  const body = request.get('body');
  const literal = (value) => (value instanceof File ? 'open(' + JSON.stringify(value.name) + ', "rb")' : '(None, ' + JSON.stringify(String(value)) + ')');
  const sent = isForm(body)
    ? ['    files=[', ...fieldsOf(body).map(([name, value]) => '        (' + JSON.stringify(name) + ', ' + literal(value) + '),'), '    ],']
    : body === undefined ? [] : ['    data=' + JSON.stringify(body) + '.encode(),'];
  return [
    'import requests',
    '',
    'response = requests.request(',
    '    ' + JSON.stringify(request.get('method')) + ',',
    '    ' + JSON.stringify(request.get('url')) + ',',
    '    headers=' + indented(sentHeaders(request), 4) + ',',
    ...sent,
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
};

const inPhp = (request) => {
  const body = request.get('body');
  const literal = (text) => "'" + String(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'") + "'";
  const value = (one) => (one instanceof File ? 'new CURLFile(' + literal(one.name) + ')' : literal(one));
  const sent = isForm(body)
    ? ['    CURLOPT_POSTFIELDS => [', ...fieldsOf(body).map(([name, one]) => '        ' + literal(name) + ' => ' + value(one) + ','), '    ],']
    : body === undefined ? [] : ['    CURLOPT_POSTFIELDS => ' + literal(body) + ','];
  return [
    '<?php',
    '$curl = curl_init(' + literal(request.get('url')) + ');',
    'curl_setopt_array($curl, [',
    '    CURLOPT_CUSTOMREQUEST => ' + literal(request.get('method')) + ',',
    '    CURLOPT_HTTPHEADER => [',
    ...Object.entries(sentHeaders(request)).map(([name, one]) => '        ' + literal(name + ': ' + one) + ','),
    '    ],',
    ...sent,
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$body = curl_exec($curl);',
    "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $body;",
  ].join('\n');
};

const samples = {
  fn: {
    requestSnippetGenerator_javascript: inJavaScript,
    requestSnippetGenerator_python: inPython,
    requestSnippetGenerator_php: inPhp,
  },
};

const requestSnippets = {
  generators: {
    curl_bash: { title: 'curl', syntax: 'bash' },
    javascript: { title: 'JavaScript', syntax: 'javascript' },
    python: { title: 'Python', syntax: 'text' },
    php: { title: 'PHP', syntax: 'text' },
  },
  defaultExpanded: true,
  languages: ['curl_bash', 'javascript', 'python', 'php'],
};
`;
