import type { ReactNode } from 'react'

import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'

import { FormFrame } from './form-frame.tsx'

type SetUpPageProps = {
  /** "grid bot": what is made here, as it goes on after "New" and "Review". */
  thing: string
  back: ReactNode
  /** Undefined until the service has said what it can make. */
  isOffered: boolean | undefined
  /** Whether the service itself has said so; it may never have been asked with success. */
  isTold: boolean
  /** Said where the service makes none. */
  elsewhere: string
  /** Why nothing can be sent at all. */
  block: string | undefined
  /** What is missing before it can be reviewed. */
  missing: string | undefined
  refusal: string | undefined
  onReview: () => void
  form: ReactNode
  preview: ReactNode
  /** The review, once it is asked for. */
  children: ReactNode
}

/** A page on which something is set up beside what it comes to, before it is reviewed and sent. */
export function SetUpPage(props: SetUpPageProps) {
  const { thing, back, isOffered, elsewhere, block, missing, refusal } = props
  const id = `new-${thing.replaceAll(' ', '-')}`
  return (
    <Page
      title={`New ${thing}`}
      back={back}
      footer={
        isOffered === true && (
          <>
            <span className="ml-auto text-right text-caption text-ink-3 max-sm:ml-0 max-sm:text-left">
              {block ?? missing ?? 'Nothing is sent before it is reviewed.'}
            </span>
            <Button
              look="primary"
              size="large"
              type="submit"
              form={id}
              aria-disabled={block !== undefined}
              className="max-sm:flex-1"
            >
              Review {thing}
            </Button>
          </>
        )
      }
    >
      {isOffered === false &&
        (props.isTold ? (
          <ErrorState title={`This service does not make ${thing}s.`}>{elsewhere}</ErrorState>
        ) : (
          <ErrorState
            kind="unknown"
            title={`Whether this service makes ${thing}s is not known.`}
            next="It is asked again within five minutes."
          >
            It has not told yet what it offers. {elsewhere}
          </ErrorState>
        ))}
      {isOffered === true && (
        <div className="grid grid-cols-1 gap-x-12 gap-y-6 pt-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <FormFrame
            id={id}
            label={`New ${thing}`}
            refusal={refusal}
            onSubmit={(event) => {
              event.preventDefault()
              props.onReview()
            }}
          >
            {props.form}
          </FormFrame>
          {props.preview}
        </div>
      )}
      {props.children}
    </Page>
  )
}
