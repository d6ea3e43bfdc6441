import type { ReactNode, Ref } from 'react'

import { buttonClass } from './button-class.ts'

type FileButtonProps = {
  accept: string
  onChoose: (file: File) => void
  look?: 'quiet'
  ref?: Ref<HTMLInputElement>
  children: ReactNode
}

/** Opens the browser's file dialog; the same file can be chosen again. */
export const FileButton = ({ accept, onChoose, look, ref, children }: FileButtonProps) => (
  <label
    className={buttonClass({
      ...(look && { look }),
      className:
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
    })}
  >
    {children}
    <input
      ref={ref}
      type="file"
      accept={accept}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        currentTarget.value = ''
        if (file) onChoose(file)
      }}
    />
  </label>
)
