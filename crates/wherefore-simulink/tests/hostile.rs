//! Hostile files end in a message: bombs of entities, of compression and of nesting, damaged archives, loops of parts.

use std::io::{Cursor, Write};
use wherefore_diag::FileId;
use wherefore_simulink::{Options, container, load};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer.start_file(*name, SimpleFileOptions::default().compression_method(CompressionMethod::Deflated)).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn headlines(text: &str) -> Vec<String> {
    let loaded = load(FileId(0), text, "m", &Options::default());
    assert!(loaded.system.is_none());
    loaded.diagnostics.iter().map(|d| d.headline.clone()).collect()
}

const PART: &str = "simulink/blockdiagram.xml";

#[test]
fn a_part_that_unpacks_to_more_than_the_limit_is_refused() {
    let zeros = vec![b' '; 70 << 20];
    let packed = archive(&[(PART, &zeros)]);
    assert!(packed.len() < 1 << 20);
    assert_eq!(container::unpack(&packed).unwrap_err(), "the part `simulink/blockdiagram.xml` is larger than 64 MB");
}

#[test]
fn entities_are_not_read() {
    let text = b"<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><ModelInformation>&b;</ModelInformation>";
    let text = container::unpack(&archive(&[(PART, text)])).unwrap();
    assert!(headlines(&text)[0].contains("no well-formed XML") || headlines(&text)[0].contains("declarations"));
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("{}{}", "<System><Block>".repeat(10_000), "</Block></System>".repeat(10_000));
    let xml = format!("<ModelInformation><Model>{deep}</Model></ModelInformation>");
    let text = container::unpack(&archive(&[(PART, xml.as_bytes())])).unwrap();
    assert_eq!(headlines(&text), ["elements are nested more than 200 deep"]);
    let mdl = format!("{}{}", "Model { System { Block { ".repeat(10_000), "} } }".repeat(10_000));
    assert_eq!(headlines(&mdl), ["sections are nested more than 200 deep"]);
}

#[test]
fn damaged_files_are_refused() {
    let whole = wherefore_test::bytes("../../examples/simulink/muv.slx".as_ref());
    for cut in [4, 30, whole.len() / 2, whole.len() - 1] {
        assert!(container::unpack(&whole[..cut]).is_err(), "{cut}");
    }
    assert!(!headlines("").is_empty());
    assert!(!headlines("Model { Name \"x\" }").is_empty());
    assert!(!headlines("Model { System { Block { BlockType").is_empty());
    assert!(!headlines("} }").is_empty());
    assert!(!headlines("<archive></archive>").is_empty());
}

#[test]
fn a_system_inside_of_itself_is_refused() {
    let model: &[u8] = b"<ModelInformation><Model><System Ref='system_root'/></Model></ModelInformation>";
    let root: &[u8] =
        b"<System><Block BlockType='SubSystem' Name='s' SID='1'><System Ref='system_root'/></Block></System>";
    let text = container::unpack(&archive(&[(PART, model), ("simulink/systems/system_root.xml", root)])).unwrap();
    assert_eq!(headlines(&text), ["subsystems are nested more than 100 deep"]);
}

#[test]
fn what_is_not_edited_stays_byte_for_byte() {
    let whole = wherefore_test::bytes("../../examples/simulink/tank.slx".as_ref());
    let text = container::unpack(&whole).unwrap();
    let edited = text.replace("<P Name=\"Value\">8</P>", "<P Name=\"Value\">7</P>");
    assert_ne!(text, edited);
    let packed = container::repack(&whole, &edited).unwrap();
    assert_eq!(container::unpack(&packed).unwrap(), edited);
    let raw = |bytes: &[u8], name: &str| {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes.to_vec())).unwrap();
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut archive.by_name(name).unwrap(), &mut content).unwrap();
        content
    };
    for part in ["[Content_Types].xml", "_rels/.rels"] {
        assert_eq!(raw(&whole, part), raw(&packed, part));
    }
    let same = container::repack(&whole, &text).unwrap();
    assert_eq!(raw(&whole, PART), raw(&same, PART));
}
