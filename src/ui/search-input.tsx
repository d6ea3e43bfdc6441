import { SearchIcon } from './icons.tsx'
import { TextInput } from './text-input.tsx'

type SearchInputProps = {
  /** What is searched for, said within the empty field as well. */
  label: string
  text: string
  onText: (text: string) => void
  frameClassName: string
}

/** Narrows what stands on the page while one types. */
export const SearchInput = ({ label, text, onText, frameClassName }: SearchInputProps) => (
  <TextInput
    isChip
    type="search"
    aria-label={label}
    placeholder={label}
    before={<SearchIcon />}
    value={text}
    onChange={(event) => onText(event.target.value)}
    frameClassName={frameClassName}
  />
)
