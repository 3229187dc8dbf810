import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../translations.ts';

/** Secrets that are shown only once, each with a button for copying. */
export function Secrets({ secrets }: { readonly secrets: readonly (readonly [string, string])[] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.focus(), []);
  return (
    <div class="notice" role="alert" tabIndex={-1} ref={place}>
      <p>{t('shownOnce')}</p>
      {secrets.map(([name, text]) => (
        <Secret key={name} name={name} text={text} />
      ))}
    </div>
  );
}

function Secret({ name, text }: { readonly name: string; readonly text: string }) {
  const shown = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    shown.current?.select();
    // Browsers offer the clipboard only with HTTPS or on localhost. Elsewhere, the selected text can be copied by hand.
    if (!isSecureContext) return;
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <p class="choice">
      <label>
        {name}
        <input ref={shown} readOnly value={text} size={text.length} />
      </label>
      <button type="button" onClick={() => void copy()}>
        {t('copy')}
      </button>
      <span role="status">{isCopied && t('copied')}</span>
    </p>
  );
}
