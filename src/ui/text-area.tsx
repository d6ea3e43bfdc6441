import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { INPUT_TEXT, inputFrameClass } from './input-class.ts'

type TextAreaProps = ComponentProps<'textarea'> & { isCode?: boolean | undefined }

/** Several lines: a note, or a pasted key. */
export function TextArea({ isCode = false, className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <div className={inputFrameClass()}>
      <textarea
        {...rest}
        rows={rows}
        spellCheck={!isCode}
        className={classNames(
          'block w-full resize-y px-2.5 py-1.5',
          INPUT_TEXT,
          isCode && 'font-mono text-[0.75rem]/4.5 break-all',
          className,
        )}
      />
    </div>
  )
}
