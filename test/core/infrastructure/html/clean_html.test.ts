import { expect } from 'chai';
import fc from 'fast-check';
import { cleanHtml } from '../../../../core/infrastructure/html/clean_html.ts';
import { writeHtml } from '../../../../core/kernel/base/value_writers.ts';
import { startPlatform } from '../../../support/platform.ts';
import { prepared, started } from '../../../support/started.ts';

const cases: readonly (readonly [what: string, html: string, stored: string])[] = [
  ['scripts', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['event handlers', '<img src="/a.png" onerror="alert(1)">', '<img src="/a.png" />'],
  ['script addresses', '<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>'],
  ['foreign frames', '<iframe src="https://evil.example/"></iframe><p>a</p>', '<p>a</p>'],
  ['foreign frames without a scheme', '<iframe src="/\\evil.example/"></iframe><p>a</p>', '<p>a</p>'],
  ['foreign frames behind a control character', '<iframe src="&#1;/\\evil.example/"></iframe><p>a</p>', '<p>a</p>'],
  ['foreign frames behind dots', '<iframe src="/..//evil.example/"></iframe><p>a</p>', '<p>a</p>'],
  ['frames without a readable address', '<iframe src="http://[/"></iframe><p>a</p>', '<p>a</p>'],
  ['frames with srcdoc', '<iframe srcdoc="<script>1</script>"></iframe><p>a</p>', '<p>a</p>'],
  ['content that parsers read differently', '<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
  ['styles that position an element', '<p style="color:red;position:fixed">a</p>', '<p style="color:red">a</p>'],
  [
    'classes, except of languages of code',
    '<p class="a">a</p><code class="a  language-b">c</code>',
    '<p>a</p><code class="language-b">c</code>',
  ],
  ['forms and ids', '<form id="a"><input name="b"><p id="c">a</p></form>', '<p>a</p>'],
  ['all tags of more than 100 levels', `${'<b>'.repeat(101)}a<<script>script>`, 'a&lt;script>'],
];

/** Parts of URLs that parsers read differently. */
const urlParts = [
  ...['/', '//', '\\', '..', '.', ':', '@', '?', '#', '%2f', '%5c', 'http', 'https:', 'javascript:', 'data:', 'ftp:'],
  ...[
    'evil.example',
    'docs',
    '&#1;',
    '&Tab;',
    '&NewLine;',
    '&bsol;',
    '&colon;',
    '&sol;',
    '&#x2f;',
    ' ',
    '\t',
    '\u00a0',
  ],
  ...['[', ']', 'x', '&nbsp;', '\u2044', '\uff0f', '\u0000'],
];
const anyUrl = fc.array(fc.constantFrom(...urlParts), { maxLength: 8 }).map((parts) => parts.join(''));
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' };

/** The URLs of an attribute in HTML, as a browser reads them in pages of an installation, also below a path. */
function urlsIn(html: string, attribute: string): URL[] {
  return ['http://school.example', 'https://school.example/lms'].flatMap((address) => {
    const text = writeHtml(html, { publicUrl: () => address, writeDateTime: String });
    const values = [...text.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
      value.replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity),
    );
    return values.filter((value) => URL.canParse(value, address)).map((value) => new URL(value, address));
  });
}

const kept = [
  'Fish & chips, 1 > 0',
  '<h2 style="text-align:center">T</h2><p><b>a</b> &lt;b&gt;</p><table><tr><td colspan="2">c</td></tr></table>',
  '<p><a href="https://example.org/?a=1&amp;b=2">a</a><code class="language-ts">b</code></p>',
  `${'<b>'.repeat(100)}a${'</b>'.repeat(100)}`,
];

describe('Stored HTML', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const stored = async (html: string) => {
    await platform.api.patch('/api/articles/1').set(manager).send({ body: html }).expect(200);
    return (await platform.api.get('/api/articles/1').set(manager).expect(200)).body.body as string;
  };

  for (const [what, html, clean] of cases) {
    it(`is without ${what}`, async () => {
      expect(await stored(html)).to.equal(clean.replaceAll('src="/', `src="${platform.url}/`));
    });
  }

  it('keeps harmless elements and plain text', async () => {
    for (const html of kept) expect(await stored(html)).to.equal(html);
  });

  it('keeps frames of this installation', async () => {
    expect(await stored('<iframe src="/docs"></iframe>')).to.equal(`<iframe src="${platform.url}/docs"></iframe>`);
  });

  it('has only frames of this installation, and URLs of allowed schemes, whatever was sent', () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const frames = urlsIn(cleanHtml(`<iframe src="${url}"></iframe>`), 'src');
        const links = urlsIn(cleanHtml(`<a href="${url}">a</a><video poster="${url}"></video>`), '(?:href|poster)');
        const hosts = new Set(frames.map(({ hostname }) => hostname).concat('school.example'));
        expect([...hosts], url).to.deep.equal(['school.example']);
        expect(
          links.filter(({ protocol }) => !/^(https?|mailto|tel):$/.test(protocol)),
          url,
        ).to.be.empty;
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused with too many tags: 422 with the field', async () => {
    for (const html of ['<'.repeat(200_000), '<b a=1>'.repeat(3_000), `<p style="${'a;'.repeat(50_000)}">`]) {
      const { body } = await platform.api.patch('/api/articles/1').set(manager).send({ body: html }).expect(422);
      expect(body.error.code).to.equal(9);
      expect(body.error.details[0].field).to.equal('body');
      expect(body.error.details[0].message).to.include('at most 5000 tags');
    }
    const table = `<table>${'<tr><td>a</td><td>b = c;</td></tr>'.repeat(600)}</table>`;
    await platform.api.patch('/api/articles/1').set(manager).send({ body: table }).expect(200);
  });

  it('is cleaned in every field that accepts HTML', async () => {
    const html = '<p>a</p><script>alert(1)</script>';
    for (const [path, fields] of [
      ['/articles', { body: html }],
      ['/courses', { summary: html, courseSetId: '1' }],
      ['/course_sets', { summary: html }],
      ['/classrooms', { about: html }],
    ] as const) {
      const { body } = await platform.api
        .post(`/api${path}`)
        .set(manager)
        .send({ title: 'T', ...fields });
      expect(body.body ?? body.summary ?? body.about, path).to.equal('<p>a</p>');
    }
  });
});
