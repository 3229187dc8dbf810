import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { messageOf, Problem } from './notice.tsx';

interface ActionProps {
  /** Text of the button. */
  readonly children: string;
  /** Name of the button for screen readers, if its text is not enough. */
  readonly label?: string;
  /** Does the work. @returns the text that reports it @throws ApiError */
  readonly run: () => Promise<string>;
}

/** A button that does something on the server, and reports the result. */
export function Action({ children, label, run }: ActionProps) {
  const [done, setDone] = useState('');
  const [error, setError] = useState<ApiError>();
  const act = async () => {
    setDone('');
    setError(undefined);
    try {
      setDone(await run());
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    }
  };
  return (
    <>
      <button type="button" aria-label={label} onClick={() => void act()}>
        {children}
      </button>
      <span role="status">{done}</span>
      {error && <Problem>{messageOf(error)}</Problem>}
    </>
  );
}
