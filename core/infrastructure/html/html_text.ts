import { input, Type } from 'lectern';
import { cleanHtml } from './clean_html.ts';

const MAX_HTML = 200_000;
const MAX_MARKUP = 5_000;
/** Time to clean a character, relative to that of a tag, which is 2 to 5 µs on the event loop, twice as much at first. */
const costs: Readonly<Record<string, number>> = { '<': 1, '&': 1, '=': 1, ';': 0.25 };
const costly = new RegExp(`[${Object.keys(costs).join('')}]`, 'g');

/** Input type for HTML of users: removes scripts, event handlers and frames of other sites. Keeps text without `<`. */
export const htmlText = ({ maxLength = MAX_HTML, description }: { maxLength?: number; description: string }) =>
  Type.Transform({
    ...input.text({
      maxLength,
      description,
      expected: `HTML of at most ${MAX_MARKUP} tags, entities and attributes (<, & and =; four ; count as one)`,
    }),
    fits: hasFewTags,
  })
    .Decode(cleanHtml)
    .Encode((html) => html);

/** Values of other types are refused by their type, which is checked as well. */
function hasFewTags(html: unknown): boolean {
  if (typeof html !== 'string') return true;
  let left = MAX_MARKUP;
  for (const [character] of html.matchAll(costly)) if ((left -= costs[character] as number) < 0) return false;
  return true;
}
