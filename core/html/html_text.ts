import { input, Type } from 'lectern';
import { cleanHtml } from './clean_html.ts';

const MAX_HTML = 200_000;

/** Input type for HTML of users: removes scripts, event handlers and frames of other sites. Keeps text without `<`. */
export const htmlText = ({ maxLength = MAX_HTML, description }: { maxLength?: number; description: string }) =>
  Type.Transform(input.text({ maxLength, description }))
    .Decode(cleanHtml)
    .Encode((html) => html);
