import { createRequire } from 'node:module';
import type { IOptions } from 'sanitize-html';

/**
 * Maximum depth of nested elements. The parser searches all open elements at each closing tag, so that 200,000
 * characters of nested tags could take seconds.
 */
const MAX_DEPTH = 100;

const size = /^\d{1,4}(?:\.\d{1,2})?(?:px|em|rem|pt|%)?$/;
const color = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,50}\))$/i;
const word = /^[a-z-]{2,20}$/;
const media = ['src', 'controls', 'loop', 'muted', 'preload', 'width', 'height'];
const cell = ['colspan', 'rowspan', 'headers', 'scope', 'width'];

/** Tags, attributes and styles of stored HTML. All others are removed. */
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
  allowedClasses: { code: ['language-*'] },
  allowedStyles: {
    '*': {
      color: [color],
      'background-color': [color],
      'font-size': [size, word],
      'font-style': [word],
      'font-weight': [word, /^[1-9]00$/],
      'text-align': [word],
      'text-decoration': [word],
      'text-indent': [size],
      'line-height': [size],
      width: [size],
      height: [size],
    },
  },
  selfClosing: ['img', 'br', 'hr', 'wbr', 'col', 'source'],
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
  // Frames may show only pages of this installation, by a relative URL.
  allowedIframeHostnames: [],
  allowIframeRelativeUrls: true,
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !attribs['src'],
  // The text in these elements is removed together with their tags.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes', 'plaintext', 'template'],
    ...['title', 'svg', 'math', 'object', 'select'],
  ],
  transformTags: {
    // A page in a new window must not reach the page that opened it.
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs['target'] ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
  },
};

class TooDeep extends Error {}

// Loaded at first use: the package takes a tenth of a second and 2 MB, and many processes store no HTML.
let load = (): typeof import('sanitize-html') => {
  const loaded = createRequire(import.meta.url)('sanitize-html') as typeof import('sanitize-html');
  load = () => loaded;
  return loaded;
};

/**
 * Removes active content from HTML: scripts, event handlers, frames of other sites, forms. HTML with more than 100
 * nested elements loses all of its tags.
 */
export function cleanHtml(html: string): string {
  if (!html.includes('<')) return html;
  try {
    return load()(html, { ...allowed, ...depthLimit() });
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
