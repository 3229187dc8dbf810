import { useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api.ts';
import { t } from '../translations.ts';
import { messageOf, Problem } from './notice.tsx';

interface AskedProps {
  /** What is done, in words of the API. */
  readonly children: string;
  /** What it is done to. */
  readonly to: string;
  /** @throws ApiError */
  readonly run: () => Promise<void>;
}

/** A button that does something after a question. */
export function Asked({ children, to, run }: AskedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<ApiError>();
  const act = async () => {
    dialog.current?.close();
    setError(undefined);
    await run().catch((thrown: unknown) => setError(thrown as ApiError));
  };
  return (
    <div>
      {error && <Problem>{messageOf(error)}</Problem>}
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        {children}
      </button>
      <dialog ref={dialog} aria-label={children}>
        <p>{children}</p>
        <p>{t('question', { what: to })}</p>
        <button type="button" class="danger" onClick={() => void act()}>
          {t('goAhead')}
        </button>{' '}
        <button type="button" onClick={() => dialog.current?.close()}>
          {t('cancel')}
        </button>
      </dialog>
    </div>
  );
}
