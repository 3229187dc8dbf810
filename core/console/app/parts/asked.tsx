import type { ComponentChildren, RefObject } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api.ts';
import { t } from '../translations.ts';
import { messageOf, Problem } from './notice.tsx';

interface AskedProps {
  /** Summary of the operation. */
  readonly children: string;
  /** Object of the operation, such as the address of a record. */
  readonly to: string;
  /** @throws ApiError */
  readonly run: () => Promise<void>;
}

/** Button that calls an operation after a confirmation. */
export function Asked({ children, to, run }: AskedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<ApiError>();
  const act = async () => {
    setError(undefined);
    await run().catch((thrown: unknown) => setError(thrown as ApiError));
  };
  return (
    <div>
      {error && <Problem>{messageOf(error)}</Problem>}
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        {children}
      </button>
      <Question dialog={dialog} what={children} to={to} onYes={() => void act()} />
    </div>
  );
}

interface QuestionProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** Summary of the operation. */
  readonly what: string;
  /** Object of the operation. */
  readonly to: string;
  readonly onYes: () => void;
  /** Further information about the object. */
  readonly children?: ComponentChildren;
}

/** Dialog that asks for confirmation of an operation. */
export function Question({ dialog, what, to, onYes, children }: QuestionProps) {
  const title = useId();
  const close = () => dialog.current?.close();
  const act = () => {
    close();
    onYes();
  };
  return (
    <dialog ref={dialog} aria-labelledby={title}>
      <h2 id={title}>{what}</h2>
      <p>{t('question', { what: to })}</p>
      {children}
      <button type="button" class="danger" onClick={act}>
        {t('goAhead')}
      </button>{' '}
      <button type="button" onClick={close}>
        {t('cancel')}
      </button>
    </dialog>
  );
}
