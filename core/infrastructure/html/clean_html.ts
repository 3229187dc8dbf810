import { createRequire } from 'node:module';
import type { IOptions } from 'sanitize-html';

/**
 * Maximum depth of nested elements. The parser searches all open elements at each closing tag, so that 200,000
 * characters of nested tags could take seconds.
 */
const MAX_DEPTH = 100;

// Any origin: the URL of a frame must stay on it when a browser resolves the URL.
const OWN = 'https://installation.invalid';
const protocols = ['http:', 'https:', 'mailto:', 'tel:'];

const size = /^\d{1,4}(?:\.\d{1,2})?(?:px|em|rem|pt|%)?$/;
const color = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,50}\))$/i;
const word = /^[a-z-]{2,20}$/;
const media = ['src', 'controls', 'loop', 'muted', 'preload', 'width', 'height'];
const cell = ['colspan', 'rowspan', 'headers', 'scope', 'width'];

/** Styles that stay, by property, with the form of their values. */
const styles = new Map([
  ['color', [color]],
  ['background-color', [color]],
  ['font-size', [size, word]],
  ['font-style', [word]],
  ['font-weight', [word, /^[1-9]00$/]],
  ['text-align', [word]],
  ['text-decoration', [word]],
  ['text-indent', [size]],
  ['line-height', [size]],
  ['width', [size]],
  ['height', [size]],
]);

/** Tags and attributes of stored HTML. All others are removed. */
const allowed: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'article', 'aside', 'header', 'footer', 'address'],
    ...['blockquote', 'pre', 'hr', 'br', 'wbr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption'],
    ...['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'del', 'dfn', 'em', 'font', 'i', 'ins', 'kbd', 'mark'],
    ...[
      'q',
      'rp',
      'rt',
      'ruby',
      's',
      'samp',
      'small',
      'span',
      'strike',
      'strong',
      'sub',
      'sup',
      'time',
      'tt',
      'u',
      'var',
    ],
    ...[
      'center',
      'details',
      'summary',
      'table',
      'caption',
      'colgroup',
      'col',
      'thead',
      'tbody',
      'tfoot',
      'tr',
      'td',
      'th',
    ],
    ...['img', 'audio', 'video', 'source', 'iframe'],
  ],
  allowedAttributes: {
    '*': ['title', 'lang', 'dir', 'align', 'style'],
    a: ['href', 'target', 'rel'],
    audio: media,
    video: [...media, 'poster'],
    source: ['src', 'type'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    iframe: ['src', 'width', 'height', 'allowfullscreen'],
    code: ['class'],
    font: ['color', 'size'],
    ol: ['start', 'type', 'reversed'],
    time: ['datetime'],
    td: cell,
    th: cell,
    col: ['span', 'width'],
    details: ['open'],
  },
  // `keptStyle` and `keptClass` filter styles and classes: sanitize-html takes 25 µs and 6 µs for each element.
  parseStyleAttributes: false,
  selfClosing: ['img', 'br', 'hr', 'wbr', 'col', 'source'],
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !attribs['src'],
  // The text in these elements is removed together with their tags.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes', 'plaintext', 'template'],
    ...['title', 'svg', 'math', 'object', 'select'],
  ],
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: keepAttributes(tagName, attribs) }),
    // A page in a new window must not reach the page that opened it.
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs['target'] ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
  },
};

type Attributes = Record<string, string>;

/** Removes URLs of other schemes, and styles and classes that are not allowed. Changes the attributes in place. */
function keepAttributes(tag: string, attributes: Attributes): Attributes {
  for (const name of ['href', 'src', 'poster', 'style', 'class']) {
    const given = attributes[name];
    if (given === undefined) continue;
    const kept = name === 'style' ? keptStyle(given) : name === 'class' ? keptClass(given) : keptUrl(tag, given);
    if (kept === '') Reflect.deleteProperty(attributes, name);
    else attributes[name] = kept;
  }
  return attributes;
}

/** The URL, if a browser reads it as an allowed one, otherwise "". A frame keeps only a path of this installation. */
function keptUrl(tag: string, text: string): string {
  const url = parsed(text);
  if (!url) return '';
  if (tag === 'iframe') return ownPath(url);
  return protocols.includes(url.protocol) || (tag === 'img' && url.protocol === 'data:') ? text : '';
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url, OWN);
  } catch {
    return undefined;
  }
}

/** Path and query of a URL of this installation; "" for another one. `//` would start a host. */
function ownPath({ origin, pathname, search, hash }: URL): string {
  return origin === OWN && !pathname.startsWith('//') ? pathname + search + hash : '';
}

/** The declarations of a `style` attribute that may stay. */
function keptStyle(style: string): string {
  const declarations = style.split(';').map((one) => one.split(':', 2).map((part) => part.trim()));
  const kept = declarations.filter(([property = '', value = '']) => {
    const plain = value.replace(/ ?!important$/i, '');
    return styles.get(property.toLowerCase())?.some((form) => form.test(plain));
  });
  return kept.map((parts) => parts.join(':')).join(';');
}

/** The classes that name the language of code. */
function keptClass(names: string): string {
  return names
    .split(/\s+/)
    .filter((name) => name.startsWith('language-'))
    .join(' ');
}

class TooDeep extends Error {}

let parser: typeof import('sanitize-html') | undefined;

/** Loads the parser, which takes 40 ms. Commands and other processes that store no HTML never load it. */
export function loadParser(): typeof import('sanitize-html') {
  return (parser ??= createRequire(import.meta.url)('sanitize-html') as typeof import('sanitize-html'));
}

/**
 * Removes active content from HTML: scripts, event handlers, frames of other sites, forms. HTML with more than 100
 * nested elements loses all of its tags.
 */
export function cleanHtml(html: string): string {
  if (!html.includes('<')) return html;
  try {
    return loadParser()(html, { ...allowed, ...depthLimit() });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return html.replaceAll(/<[^<>]*>/g, '').replaceAll('<', '&lt;');
  }
}

function depthLimit(): IOptions {
  let depth = 0;
  return {
    onOpenTag() {
      if (++depth > MAX_DEPTH) throw new TooDeep();
    },
    onCloseTag() {
      depth--;
    },
  };
}
