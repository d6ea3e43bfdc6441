import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextInput } from '#ui/text-input.tsx'

export type KeyKind = 'hmac' | 'rsa'

type KeyFieldsProps = {
  kind: KeyKind
  onKind: (kind: KeyKind) => void
  /** What is wrong with the key, as a sentence. */
  problem?: string | undefined
}

/** API key, secret or private key, and token. Their texts stay in the fields until they are sent off. */
export function KeyFields({ kind, onKind, problem }: KeyFieldsProps) {
  return (
    <>
      <Field label="API key">
        {(wiring) => (
          <TextInput {...wiring} name="apiKey" required autoComplete="off" spellCheck={false} />
        )}
      </Field>
      <Segmented
        label="Kind of key"
        isLabelVisible
        isFull
        value={kind}
        options={[
          { value: 'hmac', label: 'HMAC secret' },
          { value: 'rsa', label: 'RSA private key' },
        ]}
        onChange={onKind}
      />
      {kind === 'hmac' ? (
        <Field label="Secret" error={problem}>
          {(wiring) => (
            <TextInput {...wiring} name="secret" type="password" autoComplete="off" required />
          )}
        </Field>
      ) : (
        <>
          <Field
            label="Private key file"
            hint="PEM, PKCS#8 or PKCS#1, at least 2048 bits. A file leaves fewer traces than pasting."
          >
            {(wiring) => (
              <input
                {...wiring}
                type="file"
                name="pemFile"
                accept=".pem,.key,.txt"
                className="block w-full text-ink-2 file:mr-3 file:h-8 file:rounded-m file:border-0 file:bg-active file:px-3 file:text-ink"
              />
            )}
          </Field>
          <Field label="Or paste it" error={problem}>
            {(wiring) => (
              <TextArea
                {...wiring}
                name="pem"
                isCode
                rows={4}
                autoComplete="off"
                className="[-webkit-text-security:disc]"
              />
            )}
          </Field>
        </>
      )}
      <Field label="Bearer token" help="optional" hint="The DCA pages need it.">
        {(wiring) => <TextInput {...wiring} name="token" type="password" autoComplete="off" />}
      </Field>
    </>
  )
}
