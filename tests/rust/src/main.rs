//! Reads and writes RDF/Borsh files with the crate rdf-borsh, for tests of another implementation.
//!
//! `borsh-peer encode FILE` writes the statements of standard input, `borsh-peer decode FILE` prints those
//! of a file, and `borsh-peer parse FILE` does so with the other reader of the crate. Each line is a statement
//! of four terms, separated by tabs. A term is the number of the format's type of entry and one or two texts
//! in hexadecimal, separated by colons; a default graph is a hyphen.

use borsh::BorshSerialize;
use lz4_flex::frame::FrameEncoder;
use rdf_borsh::{BorshDataset, BorshHeader, BorshQuad, BorshReader, BorshTerm, parse_dataset};
use rdf_model::HeapTerm;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["encode", path] => encode(File::create(path)?),
        ["decode", path] => decode(File::open(path)?),
        ["parse", path] => parse(&std::fs::read(path)?),
        _ => Err("usage: borsh-peer encode|decode|parse FILE".into()),
    }
}

/// The writer of the crate writes all literals as plain ones. So the data set is filled and serialized here, in
/// the same way as the writer does.
fn encode(mut file: File) -> Result<(), Box<dyn Error>> {
    let mut dataset = BorshDataset::new();
    for line in std::io::stdin().lock().lines() {
        let mut ids = Vec::new();
        for term in line?.split('\t') {
            ids.push(match term {
                "-" => Default::default(),
                term => dataset.intern_term(read(term)?).map_err(|()| "too many terms")?,
            });
        }
        dataset.insert_quad(BorshQuad::new(ids[0], ids[1], ids[2], ids[3]));
    }
    let header = BorshHeader {
        magic: *b"RDFB",
        version: b'1',
        flags: 7,
        quad_count: dataset.quad_count() as u32,
    };
    header.serialize(&mut file)?;
    let mut frame = FrameEncoder::new(file);
    dataset.serialize(&mut frame)?;
    frame.finish()?.flush()?;
    Ok(())
}

fn decode(file: File) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for quad in BorshReader::<_, u16>::new(file)? {
        let (s, p, o, g) = quad?.into_inner();
        let graph = g.map_or("-".to_string(), |g| shown(&g));
        writeln!(out, "{}\t{}\t{}\t{graph}", shown(&s), shown(&p), shown(&o))?;
    }
    Ok(())
}

fn parse(bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let (terms, quads) = parse_dataset(&mut &bytes[..]).map_err(|error| format!("{error:?}"))?;
    let mut out = std::io::stdout().lock();
    // Terms show their content only when they are serialized.
    let mut texts = vec!["-".to_string()];
    for term in &terms {
        texts.push(serialized(term)?);
    }
    for quad in quads {
        let mut line = Vec::new();
        for id in [quad.subject, quad.predicate, quad.object, quad.context] {
            let id: u16 = borsh::from_slice(&borsh::to_vec(&id)?)?;
            line.push(texts[usize::from(id)].as_str());
        }
        writeln!(out, "{}", line.join("\t"))?;
    }
    Ok(())
}

fn read(term: &str) -> Result<BorshTerm, Box<dyn Error>> {
    let parts: Vec<&str> = term.split(':').collect();
    let text = |i: usize| -> Result<String, Box<dyn Error>> { Ok(String::from_utf8(unhex(parts[i])?)?) };
    Ok(BorshTerm::from(match parts[0] {
        "1" => HeapTerm::iri(text(1)?),
        "2" => HeapTerm::bnode(text(1)?),
        "3" => HeapTerm::string(text(1)?),
        "4" => HeapTerm::typed_literal(text(1)?, text(2)?),
        _ => HeapTerm::tagged_string(text(1)?, text(2)?),
    }))
}

fn shown(term: &HeapTerm) -> String {
    serialized(&BorshTerm::from(term.clone())).unwrap_or_else(|error| error.to_string())
}

/// Returns the text form of a term, read from its serialized entry.
fn serialized(term: &BorshTerm) -> Result<String, Box<dyn Error>> {
    let entry = borsh::to_vec(term)?;
    let mut text = entry[0].to_string();
    let mut at = 1;
    while at < entry.len() {
        let end = at + 4 + u32::from_le_bytes(entry[at..at + 4].try_into()?) as usize;
        write!(text, ":")?;
        for byte in &entry[at + 4..end] {
            write!(text, "{byte:02x}")?;
        }
        at = end;
    }
    Ok(text)
}

fn unhex(text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let digits = |i| u8::from_str_radix(&text[i..i + 2], 16);
    Ok((0..text.len()).step_by(2).map(digits).collect::<Result<_, _>>()?)
}
