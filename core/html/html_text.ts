import { input, Type } from 'lectern';
import { cleanHtml } from './clean_html.ts';

const MAX_HTML = 200_000;

/** HTML of users; reaches the operation without scripts, event handlers and foreign frames. Plain text is unchanged. */
export const htmlText = ({ maxLength = MAX_HTML, description }: { maxLength?: number; description: string }) =>
  Type.Transform(input.text({ maxLength, description }))
    .Decode(cleanHtml)
    .Encode((html) => html);
